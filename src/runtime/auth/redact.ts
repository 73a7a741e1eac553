/** Takes credentials out of text and JSON, by value and in their encodings. */
export interface Redactor {
  /** Learns a secret. */
  add(secret: string): void;
  text(value: string): string;
  /** A copy without the secrets; the same value where there is none. */
  value<T>(value: T): T;
}

export const REDACTED = "[redacted]";
/** Shorter values occur in honest texts; a credential of that length protects nothing. */
const MIN_LENGTH = 6;

/** Knows nothing at first, so that a call without credentials costs nothing. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  let forms: readonly string[] = [];
  const text = (value: string): string => {
    let clean = value;
    for (const form of forms) if (clean.includes(form)) clean = clean.split(form).join(REDACTED);
    return clean;
  };
  return {
    add(secret) {
      if (secret.length < MIN_LENGTH || secrets.has(secret)) return;
      secrets.add(secret);
      // Longer forms first, so that no form is left of one that holds it.
      forms = secrets.size === 1 ? formsOf(secret) : [...forms, ...formsOf(secret)].sort((a, b) => b.length - a.length);
    },
    text,
    value: <T>(value: T): T => (forms.length ? (redactValue(value, text) as T) : value),
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
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 256;

function formsOf(secret: string): readonly string[] {
  const before = known.get(secret);
  if (before) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const forms = [...new Set(encodings(secret))].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  known.set(secret, forms);
  return forms;
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
  if (bytes.length < 8) return [bytes.toString("base64"), bytes.toString("base64url")];
  return [0, 1, 2].flatMap((shift) => {
    const encoded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const first = shift === 0 ? 0 : shift + 1;
    const last = Math.floor(((shift + bytes.length) * 8) / 6);
    const stable = encoded.slice(first, last);
    return [stable, stable.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
