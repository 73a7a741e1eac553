/** Properties, and what goes with them: which are shown in this direction, and what the model may call them. */
import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import { argumentName, argumentNames, isArgumentName } from "../../names/argument.js";
import type { JsonObject, Node } from "../document.js";
import { isList, isObject, listBelow, mapBelow, own } from "./node.js";
import { unicodePattern } from "./pattern.js";
import { propertiesOf } from "./properties.js";
import { hasAccess, hiddenIn } from "./roster.js";
import { beside, type Draft, inside, leadsBack, type Scope } from "./scope.js";

export const OBJECT_KEYWORDS: readonly string[] = [
  "properties",
  "required",
  "additionalProperties",
  "unevaluatedProperties",
  "propertyNames",
  "patternProperties",
  "dependentRequired",
  "dependentSchemas",
  "dependencies",
];

/** Own keywords of objects. `scope` knows the instance's hidden and renamed properties already. */
export function readObject(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const value = node.value;
  if (own(value, "properties") !== undefined) readProperties(node, draft, scope);
  const required = readRequired(node, "required", scope);
  if (required.length > 0) draft.required = required;
  for (const key of ["additionalProperties", "unevaluatedProperties", "propertyNames"] as const) {
    const schema = own(value, key);
    if (schema === undefined || schema === null) continue;
    draft[key] = typeof schema === "boolean" ? schema : scope.reader.convert(childOf(node, key, schema), inside(scope));
  }
  readPatterns(node, draft, scope);
  readDependencies(node, draft, scope);
}

function childOf(node: Node<JsonObject>, key: string, value: Node["value"]): Node {
  return { value, at: { file: node.at.file, pointer: `${node.at.pointer}/${key}` } };
}

function readProperties(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  if (!isObject(own(node.value, "properties"))) {
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, "properties is no object: it is left out");
    return;
  }
  const properties = emptyMap<JsonSchema>();
  const below = inside(scope);
  for (const [wire, property] of propertiesOf(node, scope.reader)) {
    if (scope.hidden.has(wire)) continue;
    const name = nameOf(wire, scope);
    const schema = scope.reader.convert(property, below);
    properties[name] = name === wire ? schema : withWire(schema, wire, scope);
  }
  draft.properties = properties;
}

/** No prototype: `__proto__` is a name like any other. */
export function emptyMap<T>(): Record<string, T> {
  return Object.create(null);
}

/** What the model calls a property of this instance. */
export function nameOf(wire: string, scope: Scope): string {
  if (isArgumentName(wire)) return wire;
  scope.view.directional = true;
  return scope.direction === "output" ? wire : (scope.names.get(wire) ?? argumentName(wire));
}

/** The scope in which all that describes one instance is read: it knows what is hidden and what is renamed. */
export function readInstance(node: Node<JsonObject>, outer: Scope): Scope {
  const { properties, allOf, $ref: ref } = node.value;
  if (!properties && !allOf && !ref) return outer;
  if (outer.reader.isPlain(node)) return outer;
  const roster = outer.reader.roster(node);
  if (roster.entries.size === 0) return outer;
  const names = argumentNames([...roster.entries.keys(), ...inlineNames(node, outer.reader)]);
  const mayHide = outer.place !== "test" && hasAccess(roster);
  if (!mayHide && names.size === 0) return outer;
  if (mayHide) outer.view.directional = true;
  return {
    ...outer,
    hidden: mayHide ? new Set([...outer.hidden, ...hiddenIn(roster, outer.direction)]) : outer.hidden,
    names: new Map([...names, ...outer.names]),
  };
}

export function withWire(schema: JsonSchema, wire: string, scope: Scope): JsonSchema {
  const target = scope.reader.referred(schema);
  if (target && typeof schema === "object") {
    const { $ref: _, ...siblings } = schema;
    return scope.reader.refer(target, scope, { ...siblings, "x-toolgen-wire": wire });
  }
  if (schema === false) return { not: {}, "x-toolgen-wire": wire };
  return schema === true ? { "x-toolgen-wire": wire } : { ...schema, "x-toolgen-wire": wire };
}

/** A schema that was made elsewhere, with the argument names that this instance's properties have. */
export function rekeyed(schema: JsonSchemaObject, scope: Scope): JsonSchemaObject {
  const names = new Map<string, string>();
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const wire = typeof property === "object" ? property["x-toolgen-wire"] : undefined;
    const wanted = wire === undefined ? name : nameOf(wire, scope);
    if (wanted !== name) names.set(name, wanted);
  }
  if (names.size === 0) return schema;
  const to = (name: string): string => names.get(name) ?? name;
  const out: Draft = { ...schema, properties: renamed(schema.properties, to, (property) => property) };
  if (schema.required) out.required = schema.required.map(to);
  if (schema.dependentRequired) out.dependentRequired = renamed(schema.dependentRequired, to, (list) => list.map(to));
  return out;
}

function renamed<T>(
  map: Readonly<Record<string, T>> | undefined,
  to: (name: string) => string,
  change: (value: T) => T,
): Record<string, T> {
  const out = emptyMap<T>();
  for (const [name, value] of Object.entries(map ?? {})) out[to(name)] = change(value);
  return out;
}

/** Names in a list of wire names: hidden ones left out (OpenAPI: `required` then binds the other direction only). */
function readRequired(node: Node<JsonObject>, key: string, scope: Scope): readonly string[] {
  const list = own(node.value, key);
  if (list === undefined) return [];
  if (!isList(list)) {
    // Draft 3 wrote `required: true` on the property itself; it says nothing about this object.
    if (typeof list !== "boolean") {
      scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is no list of names: it is left out`);
    }
    return [];
  }
  const names = list.filter((name) => typeof name === "string").filter((name) => !scope.hidden.has(name));
  return [...new Set(names.map((name) => nameOf(name, scope)))];
}

function readPatterns(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const entries = mapBelow(node, "patternProperties");
  if (entries.length === 0) return;
  const patterns = emptyMap<JsonSchema>();
  for (const [raw, property] of entries) {
    const pattern = unicodePattern(raw);
    if (pattern === undefined) {
      scope.reader.report("SCHEMA_PATTERN_INVALID", node, `the pattern ${JSON.stringify(raw)} is left out`);
    } else patterns[pattern] = scope.reader.convert(property, inside(scope));
  }
  if (Object.keys(patterns).length > 0) draft.patternProperties = patterns;
}

/** `dependentRequired` and `dependentSchemas`; `dependencies` is what both were called in older drafts. */
function readDependencies(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const required = emptyMap<readonly string[]>();
  const schemas = emptyMap<JsonSchema>();
  for (const key of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    for (const [wire, dependency] of mapBelow(node, key)) {
      if (scope.hidden.has(wire)) continue;
      const holder = { value: { required: dependency.value }, at: dependency.at };
      if (isList(dependency.value)) required[nameOf(wire, scope)] = readRequired(holder, "required", scope);
      else if (!leadsBack(dependency, scope))
        schemas[nameOf(wire, scope)] = scope.reader.convert(dependency, beside(scope, "member"));
    }
  }
  if (Object.keys(required).length > 0) draft.dependentRequired = required;
  if (Object.keys(schemas).length > 0) draft.dependentSchemas = schemas;
}

const OF_OBJECTS = ["properties", "required", "additionalProperties", "patternProperties"] as const;

/**
 * A schema that speaks of properties and states no type is meant for objects, and models need to be told so. In a
 * branch of a union it holds only where properties are declared; in what merely adds to its surroundings, never.
 */
export function impliesObject(draft: Draft, scope: Scope): boolean {
  if (draft.type !== undefined || draft.enum || draft.const !== undefined || draft.$ref !== undefined) return false;
  if (scope.place === "branch") return draft.properties !== undefined;
  return scope.place === "value" && OF_OBJECTS.some((key) => draft[key] !== undefined);
}

/** Names that the branches of a union add to the same instance. */
function inlineNames(node: Node<JsonObject>, reader: Scope["reader"]): readonly string[] {
  const branches = ["anyOf", "oneOf"].flatMap((key) => listBelow(node, key));
  return branches.flatMap(({ value, at }) =>
    isObject(value) ? propertiesOf({ value, at }, reader).map(([name]) => name) : [],
  );
}
