/** From all operations of a document to those that become tools, each with its name. Names are given before anything is left out. */
import type { Diagnostics, Place } from "../diagnostics.js";
import { documentWishes } from "./bind.js";
import type { ShapeOptions } from "./options.js";
import { isRecord, type Override, readOverride } from "./override.js";
import { matcher, select } from "./select.js";

/** An operation of any kind, as far as it takes to name and to choose it. */
export interface Choice<Candidate> {
  readonly candidate: Candidate;
  /** As messages call it: `GET /pets`, `Query.pets`. */
  readonly said: string;
  /** What patterns match besides the tool's name. */
  readonly labels: readonly string[];
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** `x-toolgen-<key>`, unchecked. */
  readonly extensions: Readonly<Record<string, unknown>>;
  place(): Place | undefined;
}

/** What one kind of document brings along. */
export interface Choosing<Candidate, Detail> {
  readonly operations: readonly Choice<Candidate>[];
  /** One name for each, in their order; `wishes` are what the document and the config say. */
  names(wishes: readonly (string | undefined)[]): readonly string[];
  /** Undefined: something in it is wrong; that is reported. */
  read(candidate: Candidate, override: Override): Detail | undefined;
}

export interface Chosen<Candidate, Detail> {
  readonly candidate: Candidate;
  readonly detail: Detail;
  readonly toolName: string;
  /** What patterns match: its name, and how its document calls it. */
  readonly labels: readonly string[];
  readonly override: Override;
  readonly place: () => Place | undefined;
}

export function chooseOperations<Candidate, Detail>(
  { operations, names: namesFor, read }: Choosing<Candidate, Detail>,
  options: ShapeOptions,
  diagnostics: Diagnostics,
): readonly Chosen<Candidate, Detail>[] {
  const overrides = settings(operations, namesFor, options, diagnostics);
  const names = namesFor(overrides.map((override) => override.name));
  reportNames(operations, names, overrides, diagnostics);
  const selection = { include: options.include ?? [], exclude: options.exclude ?? [], tags: options.tags ?? [] };
  const { kept, unmatched } = select(
    operations.map(({ labels, tags }, i) => ({ labels: [names[i] ?? "", ...labels], tags })),
    selection,
  );
  for (const pattern of unmatched) {
    diagnostics.report("PATTERN_UNMATCHED", { message: `${JSON.stringify(pattern)} matches no operation` });
  }
  const left = kept.filter((one) => !one).length;
  if (left > 0)
    diagnostics.report("OPERATIONS_NOT_SELECTED", {
      message: `${left} of ${operations.length} operations are not selected`,
    });
  return operations.flatMap(({ candidate, said, labels, deprecated, place }, i) => {
    const override = overrides[i] ?? {};
    const toolName = names[i] ?? "";
    if (!kept[i]) return [];
    if (override.ignore) {
      diagnostics.report("OPERATION_IGNORED", { message: `${said} is left out as asked`, ...placed(place()) });
      return [];
    }
    if (deprecated && !options.deprecated) {
      diagnostics.report("OPERATION_DEPRECATED", { message: `${said} is deprecated`, ...placed(place()) });
      return [];
    }
    const detail = read(candidate, override);
    return detail ? [{ candidate, detail, toolName, labels: [toolName, ...labels], override, place }] : [];
  });
}

/** For each operation, what the document and then the config say of it. */
function settings(
  operations: readonly Choice<unknown>[],
  namesFor: Choosing<unknown, unknown>["names"],
  options: ShapeOptions,
  diagnostics: Diagnostics,
): readonly Override[] {
  const own: readonly Override[] = operations.map(({ extensions, said, place }) => {
    const complainOwn = (message: string): void =>
      diagnostics.report("EXTENSION_INVALID", { message: `${said}: x-toolgen-${message}`, ...placed(place()) });
    const { bind, ...override } = readOverride(extensions, "document", complainOwn);
    return bind ? { ...override, bind: documentWishes(bind, complainOwn) } : override;
  });
  const entries = Object.entries(options.tools ?? {});
  if (entries.length === 0) return own;
  const complain = (message: string): void =>
    diagnostics.report("EXTENSION_INVALID", { message: `${options.toolsAt ?? "config: tools"}${message}` });
  // The config speaks of the tools as they are called without it.
  const names = namesFor(own.map((override) => override.name));
  const out = [...own];
  for (const [pattern, given] of entries) {
    const matches = matcher(pattern);
    const hits = operations.flatMap(({ labels }, i) => (matches([names[i] ?? "", ...labels]) ? [i] : []));
    if (hits.length === 0)
      diagnostics.report("PATTERN_UNMATCHED", { message: `config: ${JSON.stringify(pattern)} matches no operation` });
    if (!isRecord(given)) complain(`[${JSON.stringify(pattern)}] is no object`);
    const override = isRecord(given)
      ? readOverride(given, "config", (message) => complain(`[${JSON.stringify(pattern)}]: ${message}`))
      : {};
    if (override.name !== undefined && hits.length > 1)
      complain(`[${JSON.stringify(pattern)}]: one name for ${hits.length} tools`);
    for (const i of hits) {
      const { name, bind, ...rest } = override;
      out[i] = {
        ...out[i],
        ...rest,
        ...(name !== undefined && hits.length === 1 && { name }),
        ...(bind && { bind: [...(out[i]?.bind ?? []), ...bind] }),
      };
    }
  }
  return out;
}

/** Only what was asked for and not given is worth a word. */
function reportNames(
  operations: readonly Choice<unknown>[],
  names: readonly string[],
  overrides: readonly Override[],
  diagnostics: Diagnostics,
): void {
  for (const [i, { said, place }] of operations.entries()) {
    const wish = overrides[i]?.name;
    if (wish === undefined || wish === names[i]) continue;
    const message = `${said} cannot be called ${wish}, as another tool is: it is ${names[i]}`;
    diagnostics.report("NAME_TAKEN", { message, ...placed(place()) });
  }
}

/** Diagnostics have a place, or no such key. */
export const placed = (at: Place | undefined): { readonly at?: Place } => (at ? { at } : {});

export function byToolName(a: { readonly toolName: string }, b: { readonly toolName: string }): number {
  return a.toolName < b.toolName ? -1 : a.toolName > b.toolName ? 1 : 0;
}
