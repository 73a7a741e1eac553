/** The object keywords of two schemas that both hold. They depend on each other: a closed part forbids the other's names. */
import type { JsonSchema, JsonSchemaObject } from "../../../../tool/json-schema.js";
import type { Draft } from "../scope.js";

export const OBJECT_KEYS: ReadonlySet<string> = new Set([
  "properties",
  "required",
  "additionalProperties",
  "patternProperties",
  "propertyNames",
  "dependentRequired",
  "x-toolgen-drop",
]);

interface ObjectOptions {
  readonly lenient: boolean;
  readonly both: (a: JsonSchema, b: JsonSchema) => JsonSchema;
  readonly onForbidden: (names: readonly string[], kept: boolean) => void;
}

/** Writes into `out`; false where no single schema says the same. */
export function mergeObjects(a: JsonSchemaObject, b: JsonSchemaObject, out: Draft, options: ObjectOptions): boolean {
  if (!canJoinPatterns(a, b) || !canJoinPatterns(b, a)) return false;
  if (a.propertyNames !== undefined && b.propertyNames !== undefined) return false;
  const names = a.propertyNames ?? b.propertyNames;
  if (names !== undefined) out.propertyNames = names;
  const required = new Set([...(a.required ?? []), ...(b.required ?? [])]);
  mergeProperties(a, b, out, required, options);
  if (required.size > 0) out.required = [...required];
  if (a.additionalProperties !== undefined || b.additionalProperties !== undefined) {
    out.additionalProperties = options.both(a.additionalProperties ?? true, b.additionalProperties ?? true);
  }
  if (a.patternProperties || b.patternProperties) {
    out.patternProperties = joinMaps(a.patternProperties, b.patternProperties, options.both);
  }
  if (a.dependentRequired || b.dependentRequired) {
    const unite = (x: readonly string[], y: readonly string[]): readonly string[] => [...new Set([...x, ...y])];
    out.dependentRequired = joinMaps(a.dependentRequired, b.dependentRequired, unite);
  }
  const drop = [...new Set([...(a["x-toolgen-drop"] ?? []), ...(b["x-toolgen-drop"] ?? [])])];
  if (drop.length > 0) out["x-toolgen-drop"] = drop;
  return true;
}

/** Which names a pattern takes in is not decided here: where that matters, the parts stay apart. */
function canJoinPatterns(a: JsonSchemaObject, b: JsonSchemaObject): boolean {
  if (!a.patternProperties) return true;
  if (b.additionalProperties !== undefined) return false;
  return a.additionalProperties === undefined || (b.properties === undefined && b.patternProperties === undefined);
}

function mergeProperties(
  a: JsonSchemaObject,
  b: JsonSchemaObject,
  out: Draft,
  required: ReadonlySet<string>,
  options: ObjectOptions,
): void {
  if (!a.properties && !b.properties) return;
  const [mine, theirs] = [a.properties ?? {}, b.properties ?? {}];
  const properties: Record<string, JsonSchema> = Object.create(null);
  const dropped: string[] = [];
  const kept: string[] = [];
  for (const name of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const x = Object.hasOwn(mine, name) ? mine[name] : undefined;
    const y = Object.hasOwn(theirs, name) ? theirs[name] : undefined;
    if (x !== undefined && y !== undefined) {
      properties[name] = options.both(x, y);
      continue;
    }
    const declared = x ?? y ?? true;
    const other = (x === undefined ? a : b).additionalProperties ?? true;
    if (other !== false || declared === false) {
      properties[name] = options.both(declared, other === false ? true : other);
    } else if (options.lenient || required.has(name)) {
      // Read to the letter no object at all, or no answer, would be valid: the author meant the parts' names together.
      properties[name] = declared;
      kept.push(name);
    } else dropped.push(name);
  }
  if (kept.length > 0) options.onForbidden(kept, true);
  if (dropped.length > 0) options.onForbidden(dropped, false);
  out.properties = properties;
}

function joinMaps<T>(
  a: Readonly<Record<string, T>> | undefined,
  b: Readonly<Record<string, T>> | undefined,
  join: (x: T, y: T) => T,
): Readonly<Record<string, T>> {
  const out: Record<string, T> = Object.create(null);
  for (const [name, value] of [...Object.entries(a ?? {}), ...Object.entries(b ?? {})]) {
    const before = Object.hasOwn(out, name) ? out[name] : undefined;
    out[name] = before === undefined ? value : join(before, value);
  }
  return out;
}
