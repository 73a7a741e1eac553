/** Text of a document in comments: printable pieces of one line, that can neither end the comment nor say anything in it. */
import { Code, code, join, nothing } from "./code.js";
import { LINE_WIDTH, quote } from "./literal.js";

/** Comments are for people who skim; the whole text stands in the data. */
const LONGEST = 400;

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

const UNSAFE = new RegExp(`${UNPRINTABLE.source}|<(?=!--|/script)`, "giu");

// Between the two halves of `*/` and `/*`, and of what ends or hides an inline script in HTML.
const BREAKS = /(?<=\*)(?=\/)|(?<=\/)(?=\*)|(?<=<)(?=!--|\/script)/gi;

const BLANKS = /[^\S ]| {2}|^ | $/;
const ODD = /[^ -~]/;
const SPEAKING = /[@*/<]/;

const remove = (): string => "";
const backslash = (): string => "\\";
// `@deprecated` or `@internal` would be read as a statement of ours, by the editor, the compiler or a bundler; the `@`
// of an address cannot be.
const TAG = /(?<![\p{L}\p{N}])@/gu;
const wideAt = (): string => "\uff20";

// Most texts need no mending at all, and this is asked for every one of them.
function clean(text: string): string {
  let whole = text.length > 2 * LONGEST ? text.slice(0, 2 * LONGEST) : text;
  if (BLANKS.test(whole)) whole = whole.trim().replace(/\s+/gu, () => " ");
  if (ODD.test(whole)) whole = whole.replace(UNPRINTABLE, remove);
  if (SPEAKING.test(whole)) whole = whole.replace(BREAKS, backslash).replace(TAG, wideAt);
  if (whole.length > LONGEST) whole = `${whole.slice(0, lastBreak(whole, LONGEST))} …`;
  return whole;
}

/** Foreign text as the lines of a comment, none wider than `width`. */
export function docText(text: string, width: number): readonly Code[] {
  let rest = clean(text);
  const lines: Code[] = [];
  while (rest.length > width) {
    const end = lastBreak(rest, width);
    lines.push(Code.safe(rest.slice(0, end), true));
    rest = rest.slice(rest.startsWith(" ", end) ? end + 1 : end);
  }
  if (rest !== "") lines.push(Code.safe(rest, true));
  return lines;
}

/** Where to cut: between words, else between characters, but so that no line begins with `@`; at most `most` along. */
function lastBreak(text: string, most: number): number {
  const blank = text.lastIndexOf(" ", most);
  if (blank > most / 2) return blank;
  const end = text[most] === "@" ? most - 1 : most;
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end - 1 : end;
}

/** What a comment says besides its text. */
export interface DocFacts {
  readonly text?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly default?: unknown;
}

/** A doc comment and the line break after it, or nothing. `depth`: levels that it will stand in, for its width. */
export function docComment(facts: DocFacts, depth: number): Code {
  const { text, deprecated } = facts;
  if (text === undefined && deprecated !== true && facts.default === undefined) return nothing;
  const width = LINE_WIDTH - 2 * depth - 3;
  const lines = text === undefined ? [] : [...docText(text, width)];
  if (facts.default !== undefined) {
    const value = shown(facts.default);
    if (value !== undefined) lines.push(code`@defaultValue ${value}`);
  }
  if (deprecated === true) lines.push(code`@deprecated`);
  const [first] = lines;
  if (first === undefined) return nothing;
  if (lines.length === 1 && first.text.length <= width - 4) return code`/** ${first} */\n`;
  return code`/**\n${join(
    lines.map((line) => code` * ${line}\n`),
    nothing,
  )} */\n`;
}

function shown(value: unknown): Code | undefined {
  const text = typeof value === "string" ? quote(value) : (JSON.stringify(value) ?? "");
  const lines = docText(text, LINE_WIDTH);
  return lines.length === 1 && text.length <= 80 ? lines[0] : undefined;
}

/** Every printable character as it is, and the others' code points. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, codePoint);
}

const codePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A `//` comment: `words`, then foreign text that keeps every printable character, and shows the others' code points. */
export function lineComment(words: Code, text: string): Code {
  const safe = text.replace(UNSAFE, codePoint);
  return code`// ${words} ${Code.safe(safe.length > 300 ? `${safe.slice(0, 300)}…` : safe)}`;
}
