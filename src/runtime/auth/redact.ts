/** Takes credentials out of text and JSON, by value and in their encodings. */
import { type Search, searchFor, WINDOW } from "./search.js";

export interface Redactor {
  /** Learns a secret. `whole`: no part of it is one, as with `user:password`. */
  add(secret: string, whole?: boolean): void;
  text(value: string): string;
  /** A copy without the secrets; the same value where there is none. */
  value<T>(value: T): T;
}

export const REDACTED = "[redacted]";
/** Shorter values occur in honest texts; a credential of that length protects nothing. */
const MIN_LENGTH = WINDOW;
/** Of secrets that are keys by their length, half and more is found; longer ones, as JWT, begin like others of their kind. */
const MIN_PARTED = 16;
const MAX_PARTED = 64;

/** Knows nothing at first, so that a call without credentials costs nothing. */
export function createRedactor(): Redactor {
  const secrets = new Map<string, boolean>();
  let search: Search | undefined;
  const text = (value: string): string => {
    if (secrets.size === 0 || value.length < MIN_LENGTH) return value;
    search ??= searchOf(secrets);
    const places = search.find(value);
    if (places.length === 0) return value;
    let clean = "";
    let from = 0;
    for (const [start, end] of places) {
      clean += value.slice(from, start) + REDACTED;
      from = end;
    }
    return clean + value.slice(from);
  };
  return {
    add(secret, whole = false) {
      // Once a part of it is secret, it stays so.
      if (secret.length < MIN_LENGTH || secrets.get(secret) === false || secrets.get(secret) === whole) return;
      secrets.set(secret, whole);
      search = undefined;
    },
    text,
    value: <T>(value: T): T => (secrets.size > 0 ? (redactValue(value, text) as T) : value),
  };
}

function redactValue(value: unknown, text: (value: string) => string): unknown {
  if (typeof value === "string") return text(value);
  // A key of digits alone comes back as a number.
  if (typeof value === "number" || typeof value === "bigint")
    return text(String(value)) === String(value) ? value : REDACTED;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const copy = value.map((item) => redactValue(item, text));
    return copy.some((item, i) => item !== value[i]) ? copy : value;
  }
  let changed = false;
  const copy = Object.entries(value).map(([key, item]) => {
    const clean = [text(key), redactValue(item, text)] as const;
    changed ||= clean[0] !== key || clean[1] !== item;
    return clean;
  });
  return changed ? Object.fromEntries(copy) : value;
}

/** The same few credentials are used by call after call. */
const known = new Map<string, Search>();
const MAX_KNOWN = 256;

function searchOf(secrets: ReadonlyMap<string, boolean>): Search {
  const name = JSON.stringify([...secrets]);
  const before = known.get(name);
  if (before) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const forms = [...secrets].flatMap(([secret, whole]) => [...encodings(secret), ...(whole ? [] : partsOf(secret))]);
  const search = searchFor(forms);
  known.set(name, search);
  return search;
}

/** Each half, wherever it begins: of what a service cuts or masks, too little may be left to guess. */
function partsOf(secret: string): string[] {
  if (secret.length < MIN_PARTED || secret.length > MAX_PARTED) return [];
  const half = Math.ceil(secret.length / 2);
  return Array.from({ length: secret.length - half + 1 }, (_, i) => secret.slice(i, i + half));
}

/** The forms in which an upstream, a URL or a log may show a secret. */
function encodings(secret: string): string[] {
  const wellFormed = Buffer.from(secret).toString();
  const form = new URLSearchParams([["", secret]]).toString().slice(1);
  const percent = encodeURI(wellFormed);
  const component = encodeURIComponent(wellFormed);
  const strict = component.replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  const lower = strict.replace(/%[0-9A-F]{2}/g, (triple) => triple.toLowerCase());
  const json = JSON.stringify(secret).slice(1, -1);
  // PHP writes a slash with a backslash; pages of HTML write these five as entities.
  const php = json.replaceAll("/", "\\/");
  // JSON within a string of JSON; a URL within a URL; what debuggers print.
  const nested = JSON.stringify(json).slice(1, -1);
  const twice = encodeURIComponent(component);
  const hex = Buffer.from(secret).toString("hex");
  const html = secret.replace(/[&<>"']/g, (c) => `&${ENTITIES[c]};`);
  const uris = [form, percent, component, strict, lower, twice];
  return [secret, json, php, nested, html, ...uris, hex, hex.toUpperCase(), ...base64Forms(secret)].filter(
    (v) => v.length >= MIN_LENGTH,
  );
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "#39" };

/** Base64 of the secret wherever it starts within a longer text: the characters that its neighbours cannot change. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const alone = [bytes.toString("base64"), bytes.toString("base64url")];
  const within = [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const stable = encoded.slice(first, last);
    return [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
  return [...alone, ...within];
}
