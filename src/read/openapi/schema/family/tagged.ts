/** Branches of a union that a discriminator tells apart: each shows the values that lead to it. */
import type { JsonSchema } from "../../../../tool/json-schema.js";
import type { JsonValue, Node } from "../../document.js";
import { mergeOptions } from "../combine/join.js";
import { both } from "../combine/merge.js";
import { isObject, own } from "../node.js";
import { emptyMap, nameOf } from "../object.js";
import { type Draft, type Reader, type Roster, type Scope, type Target, targetOf } from "../scope.js";
import { kindsOf } from "./kinds.js";
import { type Discriminator, implicitKey, listedValues } from "./mapping.js";

export interface Tagged {
  readonly schema: JsonSchema;
  /** Values of the discriminating property that are known to lead here. */
  readonly values: readonly JsonValue[];
  /** False where this direction hides the property (`readOnly`), so that nothing tells the branches apart. */
  readonly shown: boolean;
}

/** One branch, restricted to its values unless it does so itself. */
export function restrict(branch: Node, schema: JsonSchema, tag: Discriminator, scope: Scope): Tagged {
  const target = targetOf(branch, scope.reader);
  const ref = isObject(branch.value) ? own(branch.value, "$ref") : undefined;
  const keys = target && typeof ref === "string" ? keysOf(target, ref, tag, scope.reader) : [];
  return restrictTo(
    keys,
    target?.node ?? branch,
    schema,
    tag,
    scope,
    target !== undefined && target.key === tag.fallback?.key,
  );
}

/** The values that lead to one schema. */
function keysOf(target: Target, ref: string, tag: Discriminator, reader: Reader): readonly string[] {
  const mapped = tag.mapping.filter((entry) => entry.target.key === target.key).map((entry) => entry.key);
  if (mapped.length > 0) return mapped;
  // A union inside the union tells its own branches apart.
  const { value } = target.node;
  const isUnion = isObject(value) && (own(value, "oneOf") ?? own(value, "anyOf")) !== undefined;
  if (isUnion && !reader.roster(target.node).entries.has(tag.property)) return [];
  const key = implicitKey(ref);
  return key === undefined || tag.mapping.some((entry) => entry.key === key) ? [] : [key];
}

export function restrictTo(
  keys: readonly string[],
  node: Node,
  schema: JsonSchema,
  tag: Discriminator,
  scope: Scope,
  isDefault: boolean,
): Tagged {
  const roster = scope.reader.roster(node);
  const entry = roster.entries.get(tag.property);
  const shown = scope.direction === "output" || entry?.readOnly !== true;
  const listed = entry ? listedValues(entry.node, scope.reader) : undefined;
  const known = typedKeys(keys, entry?.node, listed, scope);
  const values = known.length === 0 || isDefault ? (listed ?? known) : known;
  const applies = shown && kindsOf(node, scope.reader).has("object") && (entry !== undefined || !roster.closed);
  if (!applies) return { schema, values, shown };
  const property = isDefault
    ? othersThan(tag, known)
    : listed && covers(known, listed)
      ? undefined
      : valueSchema(known);
  const required = !isDefault && !roster.required.has(tag.property) && values.length > 0;
  if (property === undefined && !required) return { schema, values, shown };
  const limits = tagSchema(tag.property, property, required || !isDefault, roster, scope);
  return { schema: both(schema, limits, mergeOptions(node, scope)), values, shown };
}

/** Keys in the type that the property has; where it lists other values than the keys, what it lists is right. */
function typedKeys(
  keys: readonly string[],
  property: Node | undefined,
  listed: readonly JsonValue[] | undefined,
  scope: Scope,
): readonly JsonValue[] {
  if (listed) return listed.filter((value) => keys.includes(String(value)));
  const kinds = property ? kindsOf(property, scope.reader) : undefined;
  if (kinds?.size === 1 && kinds.has("number")) return keys.map(Number).filter((key) => !Number.isNaN(key));
  return keys;
}

function covers(known: readonly JsonValue[], listed: readonly JsonValue[]): boolean {
  return known.length === 0 || known.length === listed.length;
}

function valueSchema(values: readonly JsonValue[]): Draft | undefined {
  const [first, ...more] = values;
  if (first === undefined) return undefined;
  return more.length === 0 ? { const: first } : { enum: values };
}

function othersThan(tag: Discriminator, known: readonly JsonValue[]): Draft | undefined {
  const taken = tag.mapping.map((entry) => entry.key).filter((key) => !known.includes(key));
  return taken.length === 0 ? undefined : { not: { enum: taken } };
}

function tagSchema(wire: string, property: Draft | undefined, required: boolean, roster: Roster, scope: Scope): Draft {
  const name =
    roster.entries.size === 0 ? nameOf(wire, scope) : nameOf(wire, { ...scope, names: scope.reader.names(roster) });
  const out: Draft = { type: "object" };
  if (property) {
    const properties = emptyMap<JsonSchema>();
    properties[name] = name === wire ? property : { ...property, "x-toolgen-wire": wire };
    out.properties = properties;
  }
  if (required) out.required = [name];
  return out;
}

/** Answers: kinds that come later are no fault. */
export function otherwise(property: string, values: readonly JsonValue[]): Draft | undefined {
  if (values.length === 0) return undefined;
  const properties = emptyMap<JsonSchema>();
  properties[property] = { not: { enum: [...new Set(values)] } };
  return { type: "object", properties };
}
