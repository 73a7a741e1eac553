/** A generated module: imports and exports by name, types, and one constant of data. */
import { DataReader, type DataSetting } from "./data.js";
import { MARK } from "./marks.js";
import { OutsideGrammar, Scanner } from "./scan.js";
import { expectMark, readMembers, readType } from "./type.js";

export type Range = readonly [start: number, end: number];

export interface ModuleFacts {
  /** What only types need, in the order of the text. */
  readonly types: readonly Range[];
  /** The constant's value, where data is kept. */
  readonly data: unknown;
}

const SPECIFIER =
  /^"(?:toolgen\/tool|\.\.\/\.\.\/(?:schemas|selectable|types)\.js|\.\/catalog\.js|\.\/tools\/[a-z0-9_]+\/[a-z0-9_]+\.js)"$/;

/** Reads a module to its end; throws `OutsideGrammar` at the first thing that toolgen does not emit. */
export function readModule(text: string, setting: DataSetting): ModuleFacts {
  const scan = new Scanner(text);
  const types: Range[] = [];
  let data: unknown;
  while (!scan.isEnd) {
    const start = scan.at;
    if (scan.word("import")) readImport(scan, start, types);
    else {
      scan.expect("export");
      if (scan.next === MARK.OPEN_CURLY) {
        readNames(scan, types);
        readFrom(scan);
      } else if (scan.word("const")) data = readConstant(scan, setting, types);
      else {
        readDeclaration(scan);
        types.push([start, scan.last]);
      }
    }
  }
  return { types, data };
}

function readImport(scan: Scanner, start: number, types: Range[]): void {
  const isType = scan.word("type");
  readNames(scan, isType ? [] : types);
  readFrom(scan);
  if (isType) types.push([start, scan.last]);
}

/** `{ a, type B, type C as D }`; the types among them are erased with their commas. */
function readNames(scan: Scanner, types: Range[]): void {
  expectMark(scan, MARK.OPEN_CURLY);
  while (!scan.mark(MARK.CLOSE_CURLY)) {
    const { at } = scan;
    const isType = scan.word("type");
    scan.binding();
    if (scan.word("as")) scan.binding();
    if (scan.next !== MARK.CLOSE_CURLY) expectMark(scan, MARK.COMMA);
    if (isType) types.push([at, scan.last]);
  }
}

function readFrom(scan: Scanner): void {
  scan.expect("from");
  const { at } = scan;
  scan.string();
  if (!SPECIFIER.test(scan.text.slice(at, scan.last))) throw new OutsideGrammar("a module of the toolkit", at);
  expectMark(scan, MARK.SEMICOLON);
}

function readDeclaration(scan: Scanner): void {
  if (scan.word("interface")) {
    scan.close();
    scan.binding();
    readMembers(scan);
    return;
  }
  scan.expect("type");
  scan.close();
  scan.binding();
  expectMark(scan, MARK.EQUALS);
  readType(scan);
  expectMark(scan, MARK.SEMICOLON);
}

/** `name: Type = defineTool({…});`, or the data alone. */
function readConstant(scan: Scanner, setting: DataSetting, types: Range[]): unknown {
  scan.binding();
  const { at } = scan;
  expectMark(scan, MARK.COLON);
  readType(scan);
  types.push([at, scan.last]);
  expectMark(scan, MARK.EQUALS);
  const isCall = scan.word("defineTool") || scan.word("defineToolkit");
  if (isCall) expectMark(scan, MARK.OPEN_ROUND);
  const reader = new DataReader(scan, setting);
  const data = reader.read();
  for (const range of reader.types) types.push(range);
  if (isCall) expectMark(scan, MARK.CLOSE_ROUND);
  expectMark(scan, MARK.SEMICOLON);
  return data;
}
