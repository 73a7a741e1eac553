/** Text of a document in comments: printable pieces of one line, that can neither end the comment nor say anything in it. */
import { Code, code, join, nothing } from "./code.js";
import { LINE_WIDTH, quote } from "./literal.js";

/** Comments are for people who skim; the whole text stands in the data. */
const LONGEST = 400;

const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{S} ]|\p{Default_Ignorable_Code_Point}/gu;

// Between the two halves of `*/` and `/*`, and of what ends or hides an inline script in HTML.
const BREAKS = /(?<=\*)(?=\/)|(?<=\/)(?=\*)|(?<=<)(?=!--|\/script)/gi;

const remove = (): string => "";
const backslash = (): string => "\\";
// `@deprecated` or `@internal` would be read as a statement of ours, by the editor, the compiler or a bundler.
const wideAt = (): string => "\uff20";

function clean(text: string): string {
  return text
    .slice(0, 4 * LONGEST)
    .replace(/\s+/gu, () => " ")
    .replace(UNPRINTABLE, remove)
    .replace(BREAKS, backslash)
    .replace(/@/g, wideAt)
    .trim();
}

/** Foreign text as the lines of a comment, none wider than `width`. */
export function docText(text: string, width: number): readonly Code[] {
  const whole = clean(text);
  const capped = whole.length > LONGEST ? `${whole.slice(0, lastBreak(whole))} …` : whole;
  const lines: string[] = [];
  let line = "";
  for (const word of capped.split(" ").flatMap((word) => pieces(word, width))) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  if (line !== "") lines.push(line);
  return lines.map((text) => Code.safe(text));
}

/** Where to cut: between words, else between characters. */
function lastBreak(text: string): number {
  const blank = text.lastIndexOf(" ", LONGEST);
  if (blank > LONGEST / 2) return blank;
  return (text.codePointAt(LONGEST - 1) ?? 0) > 0xffff ? LONGEST - 1 : LONGEST;
}

function pieces(word: string, width: number): readonly string[] {
  if (word.length <= width) return word === "" ? [] : [word];
  const characters = Array.from(word);
  const parts: string[] = [];
  for (let i = 0; i < characters.length; i += width >> 1) parts.push(characters.slice(i, i + (width >> 1)).join(""));
  return parts;
}

/** What a comment says besides its text. */
export interface DocFacts {
  readonly text?: string | undefined;
  readonly deprecated?: boolean | undefined;
  readonly default?: unknown;
}

/** A doc comment and the line break after it, or nothing. `depth`: levels that it will stand in, for its width. */
export function docComment(facts: DocFacts, depth: number): Code {
  const width = LINE_WIDTH - 2 * depth - 3;
  const lines = facts.text === undefined ? [] : [...docText(facts.text, width)];
  if (facts.default !== undefined) {
    const value = shown(facts.default);
    if (value !== undefined) lines.push(code`@defaultValue ${value}`);
  }
  if (facts.deprecated === true) lines.push(code`@deprecated`);
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

/** A `//` comment: `words`, then foreign text that keeps every printable character, and shows the others' code points. */
export function lineComment(words: Code, text: string): Code {
  const safe = text.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return code`// ${words} ${Code.safe(safe.length > 300 ? `${safe.slice(0, 300)}…` : safe)}`;
}
