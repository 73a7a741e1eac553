/** The types that toolgen prints. They are erased before anything runs, so they are read for their extent only. */
import { MARK } from "./marks.js";
import { MEMBERS } from "./runs.js";
import type { Scanner } from "./scan.js";

// Deeper than anything that is printed.
const DEEPEST = 200;

/** Unions and intersections, in lines of their own or not. */
export function readType(scan: Scanner, depth = 0): void {
  if (depth > DEEPEST) scan.fail("a type that is less deep");
  scan.mark(MARK.OR);
  do {
    scan.mark(MARK.AND);
    readPrimary(scan, depth);
    // Behind a line break it would be no array type, but another statement; and so with `<` below.
    while (scan.at === scan.last && scan.mark(MARK.OPEN_SQUARE)) expectMark(scan, MARK.CLOSE_SQUARE);
  } while (scan.mark(MARK.OR) || scan.mark(MARK.AND));
}

/** `{ key?: Type; [key: string]: Type }` */
export function readMembers(scan: Scanner, depth = 0): void {
  expectMark(scan, MARK.OPEN_CURLY);
  while (!scan.mark(MARK.CLOSE_CURLY)) {
    if (scan.pass(MEMBERS)) continue;
    if (scan.mark(MARK.OPEN_SQUARE)) scan.expect("key", ":", "string", "]");
    else {
      if (scan.next === MARK.QUOTE) scan.string();
      else scan.name();
      scan.mark(MARK.QUESTION);
    }
    expectMark(scan, MARK.COLON);
    readType(scan, depth + 1);
    if (scan.next !== MARK.CLOSE_CURLY) expectMark(scan, MARK.SEMICOLON);
  }
}

function readPrimary(scan: Scanner, depth: number): void {
  const { next } = scan;
  if (scan.isName) readReference(scan, depth);
  else if (next === MARK.QUOTE) scan.string();
  else if (next === MARK.OPEN_CURLY) readMembers(scan, depth);
  else if (scan.mark(MARK.OPEN_ROUND)) {
    readType(scan, depth + 1);
    expectMark(scan, MARK.CLOSE_ROUND);
  } else if (scan.mark(MARK.OPEN_SQUARE)) readTuple(scan, depth);
  else scan.number();
}

/** `Name`, `Tool<A, B>`: nothing that computes a type, and no `typeof` or `import(…)`. */
function readReference(scan: Scanner, depth: number): void {
  scan.binding("null", "true", "false", "undefined");
  if (scan.at !== scan.last || !scan.mark(MARK.LESS)) return;
  do readType(scan, depth + 1);
  while (scan.mark(MARK.COMMA));
  expectMark(scan, MARK.MORE);
}

/** `[A, B?, ...C[]]` */
function readTuple(scan: Scanner, depth: number): void {
  while (!scan.mark(MARK.CLOSE_SQUARE)) {
    if (scan.next === MARK.DOT) scan.expect("...");
    readType(scan, depth + 1);
    scan.mark(MARK.QUESTION);
    if (scan.next !== MARK.CLOSE_SQUARE) expectMark(scan, MARK.COMMA);
  }
}

export function expectMark(scan: Scanner, mark: number): void {
  if (!scan.mark(mark)) scan.fail(String.fromCharCode(mark));
}
