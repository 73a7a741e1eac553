/** Where the values of a JSON text stand. The text has been parsed before: what is read here is known to be well formed. */
import { token } from "../pointer.js";

/** `at`: of the key in an object, of the item in a list. `value`: of the value itself. Offsets into the text. */
export interface Spot {
  readonly at: number;
  readonly value: number;
}

/** The spot of the innermost value on the way to a place that can be found. */
export type Locate = (tokens: readonly string[]) => Spot;

const QUOTE = 34;
const BACKSLASH = 92;

export function locateInJson(text: string): Locate {
  // A container is scanned once, when something in it is asked for.
  const known = new Map<number, Map<string, Spot>>();
  const root = afterSpace(text, 0);

  return (tokens) => {
    let spot: Spot = { at: root, value: root };
    for (const key of tokens) {
      const inside = known.get(spot.value) ?? membersAt(text, spot.value);
      known.set(spot.value, inside);
      const next = inside.get(key);
      if (!next) return spot;
      spot = next;
    }
    return spot;
  };
}

/** Keys that occur more than once in their object: the pointer of each, and where the later one stands. */
export function duplicateKeys(text: string): readonly { readonly pointer: string; readonly at: number }[] {
  const found: { pointer: string; at: number }[] = [];
  const visit = (start: number, pointer: string): void => {
    const members = membersAt(text, start, (key, at) => found.push({ pointer: `${pointer}/${token(key)}`, at }));
    for (const [key, { value }] of members) {
      const first = text[value];
      if (first === "{" || first === "[") visit(value, `${pointer}/${token(key)}`);
    }
  };
  visit(afterSpace(text, 0), "");
  return found;
}

/** How many members the objects of a text have, duplicates counted: quick, for a look before `duplicateKeys`. */
export function countMembers(text: string): number {
  let count = 0;
  for (let i = text.indexOf('"'); i >= 0; ) {
    const end = stringEnd(text, i);
    if (text[afterSpace(text, end)] === ":") count += 1;
    i = text.indexOf('"', end);
  }
  return count;
}

function membersAt(text: string, start: number, onTwice?: (key: string, at: number) => void): Map<string, Spot> {
  const members = new Map<string, Spot>();
  const opening = text[start];
  if (opening !== "{" && opening !== "[") return members;
  let at = afterSpace(text, start + 1);
  for (let index = 0; at < text.length && text[at] !== "}" && text[at] !== "]"; index++) {
    let key = String(index);
    let value = at;
    if (opening === "{") {
      const end = stringEnd(text, at);
      key = keyOf(text.slice(at, end));
      value = afterSpace(text, afterSpace(text, end) + 1);
      if (members.has(key)) onTwice?.(key, at);
    }
    members.set(key, { at, value });
    const next = afterSpace(text, valueEnd(text, value));
    at = text[next] === "," ? afterSpace(text, next + 1) : next;
  }
  return members;
}

function keyOf(source: string): string {
  return source.includes("\\") ? String(JSON.parse(source)) : source.slice(1, -1);
}

function afterSpace(text: string, start: number): number {
  let at = start;
  for (let c = text.charCodeAt(at); c === 32 || c === 10 || c === 13 || c === 9; c = text.charCodeAt(at)) at += 1;
  return at;
}

/** The offset after the string that begins at `start`. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
  return text.length;
}

function valueEnd(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return stringEnd(text, start);
  if (first !== "{" && first !== "[") {
    const end = /[,\]}\s]/g;
    end.lastIndex = start;
    return end.exec(text)?.index ?? text.length;
  }
  let depth = 0;
  for (let at = start; at < text.length; ) {
    const c = text.charCodeAt(at);
    if (c === QUOTE) {
      at = stringEnd(text, at);
      continue;
    }
    at += 1;
    if (c === 123 || c === 91) depth += 1;
    else if (c === 125 || c === 93) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}
