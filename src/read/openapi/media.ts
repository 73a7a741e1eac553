/** Media types as documents write them (RFC 9110 §8.3.1), and what a client can do with a body of each. */

export type MediaKind = "json" | "form" | "multipart" | "text" | "binary";

/** Documents use few; what a stranger makes up is not kept for ever. */
const MAX_KNOWN = 1_000;

const TYPE = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+\/[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const PARAMETER =
  /^\s*[A-Za-z0-9!#$%&'*+.^_`|~-]+=(?:[A-Za-z0-9!#$%&'*+.^_`|~-]+|"[\t\x20-\x21\x23-\x5b\x5d-\x7e]*")\s*$/;

const sound = new Map<string, boolean>();

/** May stand in a header as it is. */
export function isMediaType(text: string): boolean {
  const known = sound.get(text);
  if (known !== undefined) return known;
  const [type = "", ...parameters] = text.split(";");
  const good = TYPE.test(type.trim()) && parameters.every((one) => one.trim() === "" || PARAMETER.test(one));
  if (sound.size < MAX_KNOWN) sound.set(text, good);
  return good;
}

/** Type and subtype alone, lower case. */
export function essence(mediaType: string): string {
  return (mediaType.split(";")[0] ?? "").trim().toLowerCase();
}

const TEXTS =
  /^(?:text\/.+|application\/(?:.*\+xml|.*\+yaml|xml|(?:x-)?yaml|yml|(?:x-)?javascript|ecmascript|graphql|sql|toml|(?:x-)?ndjson|jsonl|json-seq|.*json-lines|x-sh|xml-dtd|csv|vnd\.flux|x-jsonnet|rtf))$/;

/** A body of one item after another, which the runtime takes apart: see `runtime/http/sequence`. */
export function isSequence(mediaType: string): boolean {
  return SEQUENCES.test(essence(mediaType));
}

const SEQUENCES =
  /^(?:text\/event-stream|application\/(?:(?:x-)?ndjson|(?:x-)?jsonl|(?:x-)?json-?lines|json-seq|stream\+json))$/;

const kinds = new Map<string, MediaKind>();

export function mediaKind(mediaType: string): MediaKind {
  const known = kinds.get(mediaType);
  if (known !== undefined) return known;
  const kind = kindOf(essence(mediaType));
  if (kinds.size < MAX_KNOWN) kinds.set(mediaType, kind);
  return kind;
}

function kindOf(type: string): MediaKind {
  if (/^(?:application|text)\/(?:x-)?json$|\+json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  return TEXTS.test(type) ? "text" : "binary";
}

export function isRange(mediaType: string): boolean {
  return essence(mediaType).includes("*");
}
