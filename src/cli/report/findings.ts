/** Diagnostics for people: one block a code, its places, and the cure once. */
import { catalogue, type Diagnostic, type Severity } from "../../diagnostics.js";
import type { Paint } from "../terminal.js";
import { count, printable } from "./words.js";

interface FindingsPage {
  readonly paint: Paint;
  readonly verbose: boolean;
}

const ORDER: readonly Severity[] = ["error", "warning", "info"];
/** Of one code. */
const PLACES = 3;
const GROUPS = 6;

export function findingLines(diagnostics: readonly Diagnostic[], page: FindingsPage): readonly string[] {
  const { paint, verbose } = page;
  const groups = ORDER.flatMap((severity) => byCode(diagnostics.filter((d) => d.severity === severity)));
  const shown = verbose ? groups : groups.filter((g) => g[0]?.severity !== "info").slice(0, GROUPS);
  const blocks = shown.map((group) => groupLines(group, page).join("\n"));
  const hidden = diagnostics.length - shown.flat().length;
  if (hidden > 0)
    blocks.push(paint.dim(`  ${count(hidden, blocks.length > 0 ? "more finding" : "note")}; --verbose shows all`));
  return blocks.length > 0 ? [blocks.join("\n\n")] : [];
}

function byCode(diagnostics: readonly Diagnostic[]): readonly Diagnostic[][] {
  const groups = new Map<string, Diagnostic[]>();
  for (const d of diagnostics) {
    const group = groups.get(d.code);
    if (group) group.push(d);
    else groups.set(d.code, [d]);
  }
  return [...groups.values()];
}

function groupLines(group: readonly Diagnostic[], { paint, verbose }: FindingsPage): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const ink = { error: paint.red, warning: paint.yellow, info: paint.dim }[first.severity];
  const amount = group.length > 1 ? ` × ${group.length}` : "";
  const shown = verbose ? group : group.slice(0, PLACES);
  const more = group.length - shown.length;
  const fixes = new Set(shown.map((d) => d.fix));
  return [
    `  ${ink(`${first.severity}${amount}`)}  ${paint.bold(catalogue[first.code].title)}  ${paint.dim(first.code)}`,
    ...shown.flatMap((d) => [`    ${paint.cyan(placeOf(d))}${placeOf(d) && "  "}${printable(messageOf(d))}`]),
    ...(more > 0 ? [paint.dim(`    and ${more} more`)] : []),
    ...[...fixes].map((fix) => `    ${paint.green("→")} ${printable(fix)}`),
  ];
}

/** The place stands before it: what the message says of the file again is left out. */
function messageOf({ message, at }: Diagnostic): string {
  let rest = message;
  for (const end of [": ", ": ", " "])
    if (at && rest.startsWith(at.file + end)) rest = rest.slice(at.file.length + end.length);
  return rest;
}

/** `api.yaml:12:5`, or the pointer where no line is known. */
function placeOf({ at }: Diagnostic): string {
  if (at === undefined) return "";
  const place = at.line === undefined ? at.pointer : `:${at.line}${at.column === undefined ? "" : `:${at.column}`}`;
  return printable(`${at.file === "-" ? "standard input" : at.file}${place}`);
}
