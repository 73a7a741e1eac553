/** From all operations of a document to those that become tools, each with its name. Names are given before anything is left out. */
import type { Diagnostics } from "../diagnostics.js";
import type { Candidate, Detail, Draft } from "../read/openapi/index.js";
import { type Named, toolNames } from "./name.js";
import type { ShapeOptions } from "./options.js";
import { isRecord, type Override, readOverride } from "./override.js";
import { matcher, select } from "./select.js";

export interface Chosen {
  readonly candidate: Candidate;
  readonly detail: Detail;
  readonly toolName: string;
  readonly override: Override;
}

export function chooseOperations(draft: Draft, options: ShapeOptions, diagnostics: Diagnostics): readonly Chosen[] {
  const { operations } = draft;
  const overrides = settings(draft, options, diagnostics);
  const names = toolNames(operations.map((one, i) => named(one, overrides[i]?.name)));
  reportNames(draft, names, overrides, diagnostics);
  const selection = { include: options.include ?? [], exclude: options.exclude ?? [], tags: options.tags ?? [] };
  const { kept, unmatched } = select(
    operations.map((one, i) => ({ ...one, toolName: names[i] ?? "" })),
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
  return operations.flatMap((candidate, i) => {
    const override = overrides[i] ?? {};
    const toolName = names[i] ?? "";
    const said = `${candidate.method} ${candidate.path}`;
    if (!kept[i]) return [];
    if (override.ignore) {
      diagnostics.report("OPERATION_IGNORED", {
        message: `${said} is left out as asked`,
        at: draft.place(candidate.at),
      });
      return [];
    }
    if (candidate.deprecated && !options.deprecated) {
      diagnostics.report("OPERATION_DEPRECATED", { message: `${said} is deprecated`, at: draft.place(candidate.at) });
      return [];
    }
    const detail = draft.read(candidate);
    return detail ? [{ candidate, detail, toolName, override }] : [];
  });
}

function named(candidate: Candidate, wish: string | undefined): Named {
  const { method, path, operationId, methods, items } = candidate;
  return { method, path, operationId, around: { methods, items }, ...(wish !== undefined && { wish }) };
}

/** For each operation, what the document and then the config say of it. */
function settings(draft: Draft, options: ShapeOptions, diagnostics: Diagnostics): readonly Override[] {
  const { operations } = draft;
  const own = operations.map((one) =>
    readOverride(one.extensions, (message) =>
      diagnostics.report("EXTENSION_INVALID", {
        message: `${one.method} ${one.path}: x-toolgen-${message}`,
        at: draft.place(one.at),
      }),
    ),
  );
  const entries = Object.entries(options.tools ?? {});
  if (entries.length === 0) return own;
  const complain = (message: string): void =>
    diagnostics.report("EXTENSION_INVALID", { message: `config: ${message}` });
  // The config speaks of the tools as they are called without it.
  const names = toolNames(operations.map((one, i) => named(one, own[i]?.name)));
  const out = [...own];
  for (const [pattern, given] of entries) {
    const matches = matcher(pattern);
    const hits = operations.flatMap((one, i) => (matches({ ...one, toolName: names[i] ?? "" }) ? [i] : []));
    if (hits.length === 0)
      diagnostics.report("PATTERN_UNMATCHED", { message: `config: ${JSON.stringify(pattern)} matches no operation` });
    if (!isRecord(given)) complain(`tools[${JSON.stringify(pattern)}] is no object`);
    const override = isRecord(given)
      ? readOverride(given, (message) => complain(`tools[${JSON.stringify(pattern)}]: ${message}`))
      : {};
    if (override.name !== undefined && hits.length > 1)
      complain(`tools[${JSON.stringify(pattern)}]: one name for ${hits.length} tools`);
    for (const i of hits) {
      const { name, ...rest } = override;
      out[i] = { ...out[i], ...rest, ...(name !== undefined && hits.length === 1 && { name }) };
    }
  }
  return out;
}

/** Only what was asked for and not given is worth a word. */
function reportNames(
  draft: Draft,
  names: readonly string[],
  overrides: readonly Override[],
  diagnostics: Diagnostics,
): void {
  for (const [i, one] of draft.operations.entries()) {
    const wish = overrides[i]?.name;
    if (wish === undefined || wish === names[i]) continue;
    const message = `${one.method} ${one.path} cannot be called ${wish}, as another tool is: it is ${names[i]}`;
    diagnostics.report("NAME_TAKEN", { message, at: draft.place(one.at) });
  }
}
