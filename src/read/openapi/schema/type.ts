/** `type`, in every dialect, and what must agree with it: `enum`, `const`, `default`. */
import type { SimpleType } from "../../../tool/json-schema.js";
import type { JsonObject, JsonValue, Node } from "../document.js";
import { equal, isList, isObject, own } from "./node.js";
import type { Draft, Scope } from "./scope.js";

const TYPES: ReadonlyMap<string, SimpleType> = new Map(
  (["null", "boolean", "object", "array", "number", "string", "integer"] as const).map((type) => [type, type]),
);
const MAX_INTEGER_FORMATS = new Set(["int64", "uint64"]);

export function typesOf(schema: Draft): readonly SimpleType[] {
  return schema.type === undefined ? [] : isTypeList(schema.type) ? schema.type : [schema.type];
}

function isTypeList(type: SimpleType | readonly SimpleType[]): type is readonly SimpleType[] {
  return Array.isArray(type);
}

export function setTypes(draft: Draft, types: readonly SimpleType[]): void {
  const [first, ...more] = new Set(types);
  if (first !== undefined) draft.type = more.length === 0 ? first : [first, ...more];
}

export function readType(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const raw = own(node.value, "type");
  if (raw === undefined) return;
  const types: SimpleType[] = [];
  for (const one of isList(raw) ? raw : [raw]) {
    // YAML: `type: null` and `[string, null]` are the value, not the word.
    const word = one === null ? "null" : typeof one === "string" ? one : JSON.stringify(one);
    const type = TYPES.get(word) ?? TYPES.get(word.toLowerCase());
    if (type !== undefined) types.push(type);
    else if (word === "file") {
      // Swagger 2.0. Where a file can be sent the caller asks for file values; elsewhere it is text.
      types.push("string");
      draft.format = "binary";
    } else {
      scope.reader.report("SCHEMA_TYPE_UNKNOWN", node, `type ${word} does not exist: any value is taken`);
      return;
    }
  }
  setTypes(draft, types);
}

/** Integers that JSON numbers of JavaScript cannot hold come as strings of digits in answers. */
export function widenIntegers(_: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const types = typesOf(draft);
  if (draft.format === undefined || !MAX_INTEGER_FORMATS.has(draft.format) || draft.enum || draft.const !== undefined)
    return;
  if (scope.place === "test" || types.includes("string") || !types.some((t) => t === "integer" || t === "number"))
    return;
  scope.view.directional = true;
  if (scope.direction === "output") {
    setTypes(draft, [...types.filter((type) => type !== "null"), "string", ...types.filter((type) => type === "null")]);
  }
}

export function fits(value: unknown, types: readonly SimpleType[]): boolean {
  return types.length === 0 || types.some((type) => isOf(value, type));
}

function isOf(value: unknown, type: SimpleType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return typeof value === "number" && Number.isInteger(value);
    case "string":
    case "number":
    case "boolean":
      return typeof value === type;
    default:
      return type satisfies never;
  }
}

export function readValues(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const list = own(node.value, "enum");
  if (list !== undefined) readEnum(node, list, draft, scope);
  if (Object.hasOwn(node.value, "const")) draft.const = node.value["const"];
}

function readEnum(node: Node<JsonObject>, list: JsonValue, draft: Draft, scope: Scope): void {
  if (!isList(list) || list.length === 0) {
    const what = isList(list) ? "is empty and would refuse every value" : "is no list";
    scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `enum ${what}: it is left out`);
    return;
  }
  const values = distinct(list);
  const types = typesOf(draft);
  const nullable = isNullable(node.value);
  const possible = values.filter((value) => fits(value, types) || (nullable && value === null));
  if (possible.length > 0) {
    draft.enum = possible;
    return;
  }
  // `type: string, enum: [1, 2]`: unquoted in YAML. The values say what the author wrote, the type what goes out.
  const spelled = values.map((value) => respell(value, types));
  if (spelled.every((value) => value !== undefined)) draft.enum = spelled;
  else {
    delete draft.type;
    draft.enum = values;
  }
  scope.reader.report(
    "SCHEMA_KEYWORD_INVALID",
    node,
    "no value of enum is of the stated type: the values are believed",
  );
}

function distinct(list: readonly JsonValue[]): readonly JsonValue[] {
  const simple = new Set<JsonValue>();
  return list.filter((value, i) => {
    if (typeof value === "object" && value !== null) return list.findIndex((other) => equal(other, value)) === i;
    if (simple.has(value)) return false;
    simple.add(value);
    return true;
  });
}

/** The same value in a type that is allowed: `"10"` ↔ 10, `"true"` ↔ true. */
function respell(value: unknown, types: readonly SimpleType[]): JsonValue | undefined {
  if (fits(value, types) && (typeof value === "string" || typeof value === "number" || typeof value === "boolean"))
    return value;
  if ((typeof value === "number" || typeof value === "boolean") && types.includes("string")) return String(value);
  if (typeof value !== "string") return undefined;
  const number = Number(value);
  if (value.trim() !== "" && String(number) === value && fits(number, types)) return number;
  return (value === "true" || value === "false") && types.includes("boolean") ? value === "true" : undefined;
}

/** A default is advice: one that the schema itself would refuse is bad advice. */
export function readDefault(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  const value = own(node.value, "default");
  if (value === undefined) return;
  if (value === null && isNullable(node.value)) draft.default = null;
  const types = typesOf(draft);
  const values = draft.const === undefined ? draft.enum : [draft.const];
  const respelled = fits(value, types) ? value : respell(value, types);
  if (respelled !== undefined && (!values || values.some((one) => equal(one, respelled)))) {
    draft.default = respelled;
    return;
  }
  // `default: null` says that there is none.
  if (value === null) return;
  scope.reader.report(
    "SCHEMA_DEFAULT_INVALID",
    node,
    `default ${brief(value)} is no value of its own schema: it is left out`,
  );
}

function brief(value: JsonValue): string {
  const text = typeof value === "object" && value !== null ? (isList(value) ? "[…]" : "{…}") : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** OpenAPI 3.0 `nullable`; `x-nullable` is what it was called before. Both occur in every version. */
export function isNullable(value: JsonObject): boolean {
  return own(value, "nullable") === true || own(value, "x-nullable") === true;
}

const ANNOTATIONS = new Set(["title", "description", "deprecated", "default", "format", "x-toolgen-wire"]);

/**
 * Lets null in. OpenAPI 3.0 says it of `type` alone; authors say it beside `$ref`, `allOf` and unions as well and mean
 * it, and forget null in `enum`, where it would have no other meaning.
 */
export function orNull(draft: Draft): Draft {
  const composite = ["$ref", "allOf", "anyOf", "oneOf", "not", "if"].filter((key) => draft[key] !== undefined);
  if (composite.length === 0) return nullBeside(draft);
  const rest = Object.keys(draft).filter((key) => !ANNOTATIONS.has(key) && key !== "anyOf" && key !== "oneOf");
  const union = draft.anyOf ?? draft.oneOf;
  if (union && rest.length === 0 && !(draft.anyOf && draft.oneOf)) {
    if (union.some(takesNull)) return draft;
    const branches = [...union, { type: "null" } as const];
    return draft.anyOf ? { ...draft, anyOf: branches } : { ...draft, oneOf: branches };
  }
  return wrapped(draft);
}

function nullBeside(draft: Draft): Draft {
  const types = typesOf(draft);
  if (types.length > 0) setTypes(draft, [...types, "null"]);
  if (draft.enum && !draft.enum.includes(null)) draft.enum = [...draft.enum, null];
  if (draft.const !== undefined && draft.const !== null) {
    draft.enum = [draft.const, null];
    delete draft.const;
  }
  return draft;
}

function takesNull(branch: unknown): boolean {
  return branch === true || (isObject(branch) && [branch["type"]].flat().includes("null"));
}

function wrapped(draft: Draft): Draft {
  const outer: Draft = {};
  for (const key of ANNOTATIONS) {
    if (key === "format" || draft[key] === undefined) continue;
    outer[key] = draft[key];
    delete draft[key];
  }
  outer.anyOf = [draft, { type: "null" }];
  return outer;
}
