/** Foreign texts on their way to a model: markup and everything that hides is taken out, the words stay. */
import { flattenMarkup } from "./markup.js";

/** Longer texts are cut before anything looks at them: no text that a model reads comes near. */
const MAX_RAW = 20_000;

// ECMA-48: CSI, OSC and two-character escape sequences, as terminals obey them.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ANSI = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-_])/g;

/**
 * What no reader sees: controls, format characters (bidi, zero width), surrogates, private use, tags and variation
 * selectors, fillers that look like nothing. Not by \p{Cn}: what is unassigned depends on the version of Node.
 */
const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\u115f-\u1160\u2065\u2800\u3164\ufdd0-\ufdef\uffa0\ufff0-\ufff8\ufffe\uffff\u{e0000}-\u{e0fff}]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]/gu;

/** Only letters, digits and such punctuation as means nothing in Markdown, HTML or Unicode. */
const PLAIN = /^[A-Za-z0-9 .,:;'"()/?!%+=@-]*$/;
/** What may be a mark at the start of a line, or spaces to fold. */
const SPACED = /^[-+= ]| $| {2}/;

/** The same words in one line or a few: no markup, no hidden characters, NFC. Any length. */
export function cleanText(raw: string): string {
  if (PLAIN.test(raw) && !SPACED.test(raw)) return raw.length > MAX_RAW ? raw.slice(0, MAX_RAW) : raw;
  const visible = raw
    .slice(0, MAX_RAW)
    .replace(ANSI, "")
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, "\n")
    .replace(/[\t\u00a0]/g, " ")
    .replace(HIDDEN, (c) => (c === "\n" ? c : ""))
    .normalize("NFC");
  // An entity may stand for a hidden character, so those are looked for once more.
  return flattenMarkup(visible)
    .replace(HIDDEN, (c) => (c === "\n" ? c : ""))
    .normalize("NFC")
    .trim();
}

/** Cleaned, and in one line. */
export function cleanLine(raw: string): string {
  return cleanText(raw).replace(/\s*\n\s*/g, " ");
}

const SENTENCE_END = /(?<!\b(?:e\.g|i\.e|cf|vs))[.!?。][)"'`]?(?=\s)|\n/g;

/** At most `max` characters: cut where a sentence ends, else between words. */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = text.slice(0, max);
  let end = 0;
  for (const match of head.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  if (end > max / 2) return head.slice(0, end).trimEnd();
  const space = text.slice(0, max - 1).lastIndexOf(" ");
  const cut = text.slice(0, space > max / 2 ? space : max - 1).replace(/[\ud800-\udbff]$/, "");
  return `${cut.trimEnd()}…`;
}

/** Longest text of a property that a model reads. */
const MAX_PROPERTY = 400;

/** Text of a property or schema, as schemas carry it. Descriptions repeat, so each is cleaned once. */
export function propertyText(): (raw: string) => string {
  const known = new Map<string, string>();
  return (raw) => {
    const found = known.get(raw);
    if (found !== undefined) return found;
    const text = cap(cleanLine(raw), MAX_PROPERTY);
    known.set(raw, text);
    return text;
  };
}
