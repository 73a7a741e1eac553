/** What has changed for those who use a toolkit: tool by tool, from its old modules and the new IR. */
import { readDefinition } from "../emit/gate.js";
import type { Manifest } from "../emit/manifest.js";
import { originOf, originText } from "../ir/origin.js";
import { SETTINGS } from "../ir/settings.js";
import type { Operation, ToolSpec } from "../ir/types.js";
import type { JsonSchema } from "../tool/json-schema.js";
import type { BoundArgument } from "../tool/types.js";
import { compareSchemas, type Side } from "./compare.js";
import type { OutputFolder } from "./folder.js";

/**
 * `breaking`: what worked is refused, or answers lack something. `widening`: more is taken. `setting`: the runtime calls
 * it in another way. `text-only`: what models read.
 */
export type ChangeKind = "breaking" | "widening" | "new" | "removed" | "setting" | "text-only";

/** One difference between a toolkit on disk and what would be written. */
export interface Change {
  readonly kind: ChangeKind;
  /** Of the toolkit as a whole: its name. */
  readonly tool: string;
  /** What is different, in few words. */
  readonly what: string;
}

/** Empty where nothing changed for anyone. Sorted by tool. */
export function changesOf(folder: OutputFolder, before: Manifest, spec: ToolSpec): readonly Change[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const now = new Map(spec.operations.map((operation) => [operation.toolName, operation]));
  const changes: Change[] = [...compareToolkit(record(readDefinition(folder.read("catalog.ts") ?? "")), spec)];
  for (const [name, tool] of old) {
    if (!now.has(name)) changes.push({ kind: "removed", tool: name, what: originText(tool.origin) });
  }
  let schemas: Readonly<Record<string, JsonSchema>> | undefined;
  for (const [name, operation] of now) {
    const tool = old.get(name);
    if (!tool) {
      changes.push({ kind: "new", tool: name, what: originText(originOf(operation)) });
      continue;
    }
    schemas ??= record(readDefinition(folder.read("schemas.ts") ?? "")) as Readonly<Record<string, JsonSchema>>;
    const definition = record(readDefinition(folder.read(tool.file) ?? ""));
    changes.push(...compareTool(name, definition, schemas, operation, spec));
  }
  return changes.sort((a, b) => (a.tool < b.tool ? -1 : a.tool > b.tool ? 1 : 0));
}

function compareTool(
  tool: string,
  old: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, JsonSchema>>,
  now: Operation,
  spec: ToolSpec,
): Change[] {
  const changes: Change[] = [];
  const say = (kind: ChangeKind, what: string): void => void changes.push({ kind, tool, what });
  if (old["input"] === undefined) {
    say("breaking", "its module cannot be compared: it was edited, or another version of toolgen wrote it");
    return changes;
  }
  const before = { schema: old["input"] as JsonSchema, schemas };
  const bindings = compareBound(record(old["bound"]), now.bound ?? {}, before);
  for (const { kind, what } of compareSchemas(before, { schema: now.input, schemas: spec.schemas })) {
    if (!bindings.has(what.replace(/ is gone$/, ""))) say(kind, what);
  }
  for (const what of bindings.values()) say("breaking", what);
  const after = { schema: ofBound(now.bound ?? {}), schemas: spec.schemas };
  for (const { kind, what } of compareSchemas({ schema: ofBound(record(old["bound"])), schemas }, after)) {
    if (!/ is (?:new|gone)$/.test(what)) say(kind, what);
  }
  if (old["effect"] !== now.effect) say("breaking", `its effect is ${now.effect}, and was ${String(old["effect"])}`);
  if (!same(old["auth"] ?? [], now.auth)) say("breaking", "it needs other credentials");
  const { idempotencyHeader: oldKey, ...oldRequest } = record(old[now.kind]);
  const { idempotencyHeader: newKey, ...request } = record(requestOf(now));
  if (!same(oldRequest, request)) say("breaking", "its request is built in another way");
  for (const what of compareSettings({ ...old, idempotencyHeader: oldKey }, { ...now, idempotencyHeader: newKey })) {
    say("setting", what);
  }
  const output = (old["output"] ?? true) as JsonSchema;
  for (const { kind, what } of compareSchemas(
    { schema: output, schemas },
    { schema: now.output ?? true, schemas: spec.schemas },
    "output",
  )) {
    say(kind, what);
  }
  if (old["description"] !== now.description || (old["title"] ?? undefined) !== now.title)
    say("text-only", "its description");
  // A change of the request alone is told by what it changes for the caller, where there is such a thing.
  const told = changes.filter(({ what }) => what !== "its request is built in another way");
  return told.some(({ kind }) => kind !== "text-only" && kind !== "setting") ? told : changes;
}

/** Nothing is said of what cannot be read: its tools say so. */
function compareToolkit(old: Readonly<Record<string, unknown>>, { name, quota, vendor }: ToolSpec): Change[] {
  if (old["tools"] === undefined) return [];
  return compareKeys(old, { quota, vendor }, ["quota", "vendor"]).map((what) => ({
    kind: "setting",
    tool: name,
    what,
  }));
}

const compareSettings = (
  old: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
): readonly string[] => compareKeys(old, now, [...SETTINGS, "idempotencyHeader"]);

function compareKeys(
  old: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): readonly string[] {
  const text = (value: unknown): string => (value === undefined ? "none" : JSON.stringify(value));
  return keys.flatMap((key) => {
    const [was, is] = [old[key], now[key]];
    return same(was, is) ? [] : [`${key} is ${text(is)}, and was ${text(was)}`];
  });
}

/** By argument: that it is bound now, or to something else. What is no longer bound is an argument again. */
function compareBound(
  old: Readonly<Record<string, unknown>>,
  now: Readonly<Record<string, BoundArgument>>,
  before: Side,
): ReadonlyMap<string, string> {
  const said = new Map<string, string>();
  const properties = record(record(before.schema)["properties"]);
  for (const [arg, { schema: _, ...from }] of Object.entries(now)) {
    if (!Object.hasOwn(old, arg)) {
      if (Object.hasOwn(properties, arg)) said.set(arg, `${arg} is bound now, and no argument any more`);
      continue;
    }
    const { schema: __, ...was } = record(old[arg]);
    if (!same(was, from)) said.set(arg, `${arg} is bound to something else`);
  }
  return said;
}

/** Bound arguments as one schema. */
function ofBound(bound: Readonly<Record<string, unknown>>): JsonSchema {
  const entries = Object.entries(bound).map(([arg, given]) => [arg, (record(given)["schema"] ?? true) as JsonSchema]);
  return { type: "object", properties: Object.fromEntries(entries) };
}

/** As a module holds it: what may be selected stands elsewhere. */
function requestOf(now: Operation): unknown {
  if (now.kind === "http") return now.http;
  const { select, document, operation, ...rest } = now.graphql;
  if (select === undefined) return { operation, document: document.trim(), ...rest };
  const { types: _, ...choice } = select;
  return { operation, document: document.trim(), ...rest, select: choice };
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
