/** What a text is that is no GraphQL; undefined: nothing that is known. */
export function otherText(text: string): { readonly what: string; readonly fix?: string } | undefined {
  const start = text.slice(0, 20_000);
  if (start.trim() === "") return { what: "it is empty" };
  if (/^\s*<(?:!doctype html|html)/i.test(start))
    return { what: "it looks like a web page", fix: "Look for the address of the schema itself." };
  if (/^\s*[{]?\s*["']?(?:openapi|swagger)["']?\s*:/m.test(start))
    return { what: "it looks like an OpenAPI document", fix: "Use toolgen openapi for it." };
  return undefined;
}
