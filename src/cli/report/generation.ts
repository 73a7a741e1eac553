/** What a generating command says of a document: what became of it, and what was wrong in it. */
import type { GenerateReport } from "../../generate.js";
import type { Paint } from "../terminal.js";
import { changeLines } from "./changes.js";
import { findingLines } from "./findings.js";
import { count, counted, grouped } from "./words.js";

export interface GenerationPage {
  readonly paint: Paint;
  /** Every warning, not only the first few of a kind. */
  readonly verbose: boolean;
  readonly mode: "write" | "dry-run" | "check";
}

/** Findings that the line of counts tells already. */
const COUNTED: ReadonlySet<string> = new Set(["OPERATION_DEPRECATED", "OPERATION_IGNORED", "OPERATIONS_NOT_SELECTED"]);

export function generationReport(report: GenerateReport, page: GenerationPage): string {
  const { paint, verbose } = page;
  const findings = report.diagnostics.filter((d) => verbose || !COUNTED.has(d.code));
  const blocks = [
    [headline(report, paint), ...countLines(report, paint), ...outcomeLines(report, page)],
    changeLines(report.changes, paint),
    findingLines(findings, { paint, verbose }),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function headline({ toolkit, source, out, spec }: GenerateReport, paint: Paint): string {
  if (spec === undefined) return paint.bold(toolkit || (source === "-" ? "standard input" : source) || out);
  const facts = [
    spec.title === toolkit ? undefined : spec.title,
    spec.source.kind === "openapi" ? `OpenAPI ${spec.source.version}` : "GraphQL",
  ];
  return `${paint.bold(paint.cyan(toolkit))}  ${paint.dim(facts.filter(Boolean).join(" · "))}`;
}

function countLines({ counts, diagnostics, spec }: GenerateReport, paint: Paint): readonly string[] {
  if (spec === undefined) return [];
  const effects = counted(spec.operations.map((o) => o.effect));
  const ink = { read: paint.green, write: paint.yellow, irreversible: paint.red };
  const parts = (["read", "write", "irreversible"] as const)
    .filter((e) => effects.has(e))
    .map((e) => `${grouped(effects.get(e) ?? 0)} ${ink[e](e)}`);
  const lines = [
    `  ${count(counts.operations, "operation")} → ${paint.bold(count(counts.tools, "tool"))}${parts.length > 0 ? `: ${parts.join(", ")}` : ""}`,
  ];
  const of = (code: string): number => diagnostics.filter((d) => d.code === code).length;
  const deprecated = of("OPERATION_DEPRECATED");
  const ignored = of("OPERATION_IGNORED");
  const faulty = of("OPERATION_SKIPPED");
  const unselected = counts.operations - counts.tools - deprecated - ignored - faulty;
  const reasons = [
    deprecated > 0 ? `${grouped(deprecated)} deprecated (--deprecated takes them)` : undefined,
    ignored > 0 ? `${grouped(ignored)} told to be left out` : undefined,
    unselected > 0 ? `${grouped(unselected)} not selected` : undefined,
    faulty > 0 ? paint.yellow(`${grouped(faulty)} with a fault (below)`) : undefined,
  ].filter((r) => r !== undefined);
  if (reasons.length > 0) lines.push(`  left out: ${reasons.join(", ")}`);
  return lines;
}

function outcomeLines(report: GenerateReport, { paint, mode }: GenerationPage): readonly string[] {
  const { files, out, ok, stale } = report;
  if (!ok) return [`  ${paint.red(mode === "check" ? "cannot be compared" : "nothing was written")}`];
  const rest = [
    files.removed.length > 0 ? `${files.removed.length} removed` : undefined,
    files.unchanged > 0 ? `${files.unchanged} unchanged` : undefined,
    files.edited.length > 0 ? paint.yellow(`${files.edited.length} edited by hand`) : undefined,
  ].filter((r) => r !== undefined);
  const aside = rest.length > 0 ? paint.dim(` (${rest.join(", ")})`) : "";
  if (!stale) return [`  ${paint.green("up to date")}: ${out}${aside}`];
  if (mode === "check")
    return [`  ${paint.red("stale")}: ${count(files.written.length, "file")} of ${out} would change${aside}`];
  const verb = mode === "dry-run" ? "would write" : "wrote";
  return [`  ${paint.green(verb)} ${count(files.written.length, "file")} to ${paint.bold(out)}${aside}`];
}
