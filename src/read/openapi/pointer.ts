/** JSON Pointer (RFC 6901), and its form in a URI fragment. */

/** One reference token, escaped. */
export function token(key: string | number): string {
  if (typeof key === "number") return String(key);
  return /[~/]/.test(key) ? key.replaceAll("~", "~0").replaceAll("/", "~1") : key;
}

export function pointerOf(tokens: readonly (string | number)[]): string {
  return tokens.map((key) => `/${token(key)}`).join("");
}

export function tokensOf(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((part) => (part.includes("~") ? part.replaceAll("~1", "/").replaceAll("~0", "~") : part));
}

/** As a reference within its file. Only what decoding would change is encoded: names may hold what no URI can. */
export function fragmentOf(pointer: string): string {
  return `#${pointer.replaceAll("%", "%25")}`;
}

/** The part of a reference before `#`, and the part after it, undefined where there is no `#`. */
export function splitReference(ref: string): { readonly document: string; readonly fragment: string | undefined } {
  const hash = ref.indexOf("#");
  if (hash < 0) return { document: ref, fragment: undefined };
  return { document: ref.slice(0, hash), fragment: ref.slice(hash + 1) };
}
