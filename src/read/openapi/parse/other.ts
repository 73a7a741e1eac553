/** What a document is that is no OpenAPI document. */
export interface Other {
  readonly what: string;
  readonly fix?: string;
}

export const GRAPHQL: Other = { what: "a GraphQL schema", fix: "Use toolgen graphql for it." };

/** What a text is that neither JSON nor YAML make an object of. */
export function otherText(source: string): Other | undefined {
  const start = source.slice(0, 20_000);
  if (/^(?:type|input|enum|interface)\s+\w+[^{:=]*\{|^(?:schema|query|mutation)\s*\{|^scalar\s+\w+\s*$/m.test(start))
    return GRAPHQL;
  if (/^\s*<(?:\w+:)?definitions[\s>]|<wsdl:/m.test(start)) return { what: "a WSDL document" };
  if (/^\s*<(?:!doctype html|html)/i.test(start))
    return { what: "a web page", fix: "Look for the address of the document itself." };
  if (/^#%RAML/.test(start)) return { what: "a RAML document", fix: "Convert it to OpenAPI." };
  if (/^FORMAT: 1A/.test(start)) return { what: "an API Blueprint", fix: "Convert it to OpenAPI." };
  return undefined;
}
