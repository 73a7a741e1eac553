/** What upstreams say → what a model reads of it: nothing that people cannot see, and nothing that a terminal would obey. */
import { isRecord, setOwn } from "./schema.js";

// ECMA-48, with one- and two-byte introducers: CSI with its parameters, OSC and the like to their end, other escapes.
const ANSI =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|(?:\u001b[PX\]^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)?|\u001b[@-~]?/g;

/**
 * Never to be seen: controls but tab and line breaks, soft hyphens, bidi marks, embeddings, overrides and isolates,
 * zero-width spaces, invisible operators, fillers, selectors of glyph variants. Not all of \p{Cf}: Arabic number signs
 * are in it, which are seen.
 */
const NEVER = String.raw`\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb`;
/** Beyond the first plane: controls of shorthand and of music, and tags, with what Unicode reserves beside them. */
const HIDDEN = new RegExp(String.raw`[${NEVER}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]`, "gu");

/** Where a joiner changes the letters beside it: scripts whose letters join, and those whose consonants stack. */
const JOINING =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Nkoo}\\p{scx=Mand}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}" +
  "\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}\\p{scx=Khmr}\\p{scx=Mymr}\\p{scx=Tibt}";
/** One joiner, or one choice between picture and text, where it belongs; each other one is taken out. */
const LOOSE = new RegExp(
  `(?<=[${JOINING}])[\\u200c\\u200d](?![\\u200c\\u200d])|` +
    "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})|" +
    "(?<=\\p{Extended_Pictographic})[\\ufe0e\\ufe0f](?![\\ufe0e\\ufe0f])|(?<=[0-9#*])\\ufe0f(?=\\u20e3)|" +
    "([\\u200c\\u200d\\ufe0e\\ufe0f])",
  "gu",
);

/** Whether a text, or JSON, may hold any of it; a letter of JSON's escapes may be one. */
const SUSPECT = new RegExp(String.raw`[${NEVER}\u200c\u200d\ufe0e\ufe0f\ud82f\ud834\udb40-\udb43]|\\(?:u00[01]|[bf])`);

/** The same text without what hides in it. Not normalised: a model may have to give it back. */
export function visible(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text
    .replace(ANSI, "")
    .replace(HIDDEN, "")
    .replace(LOOSE, (found, loose: string | undefined) => (loose === undefined ? found : ""));
}

/** The same JSON, with strings and keys as `visible` has them. */
export function visibleJson(json: string): string {
  if (!SUSPECT.test(json)) return json;
  return JSON.stringify(JSON.parse(json), (_, value: unknown) => {
    if (typeof value === "string") return visible(value);
    return isRecord(value) && Object.keys(value).some((key) => visible(key) !== key) ? withVisibleKeys(value) : value;
  });
}

function withVisibleKeys(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setOwn(copy, visible(key), value[key]);
  return copy;
}
