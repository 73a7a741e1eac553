import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { isRecord, resolveRef } from "../schema.js";

/** A set of JSON types, as bits. */
export type Types = number;

export const NULL: Types = 1;
export const BOOLEAN: Types = 2;
export const OBJECT: Types = 4;
export const ARRAY: Types = 8;
export const INTEGER: Types = 16;
/** Numbers that are no integers; `number` is both. */
export const FRACTION: Types = 32;
export const STRING: Types = 64;
export const ANY: Types = 127;

const BY_NAME: Readonly<Record<string, Types>> = {
  null: NULL,
  boolean: BOOLEAN,
  object: OBJECT,
  array: ARRAY,
  integer: INTEGER,
  number: INTEGER | FRACTION,
  string: STRING,
};

const MAX_NESTING = 64;

export function typeOf(value: unknown): Types {
  if (value === null) return NULL;
  if (typeof value === "number") return Number.isInteger(value) ? INTEGER : FRACTION;
  if (typeof value === "bigint") return INTEGER;
  if (typeof value === "object") return Array.isArray(value) ? ARRAY : OBJECT;
  return typeof value === "string" ? STRING : BOOLEAN;
}

/** The look at schemas that coercion takes: bounded in work, and never too narrow about what a schema allows. */
export class SchemaView {
  readonly #root: JsonSchemaObject;
  readonly #types = new WeakMap<object, Types>();
  #left: number;

  constructor(root: JsonSchemaObject, budget: number) {
    this.#root = root;
    this.#left = budget;
  }

  /** The types that a schema may allow. */
  types(schema: JsonSchema, nesting = 0): Types {
    if (!isRecord(schema)) return schema ? ANY : 0;
    const known = this.#types.get(schema);
    if (known !== undefined) return known;
    if (nesting > MAX_NESTING || --this.#left < 0) return ANY;
    let types = named(schema.type);
    if (schema.const !== undefined) types &= typeOf(schema.const);
    if (schema.enum) types &= union(schema.enum.map(typeOf));
    if (schema.$ref !== undefined) types &= this.types(this.#target(schema.$ref), nesting + 1);
    for (const part of schema.allOf ?? []) types &= this.types(part, nesting + 1);
    for (const branches of [schema.anyOf, schema.oneOf]) {
      if (branches) types &= union(branches.map((branch) => this.types(branch, nesting + 1)));
    }
    this.#types.set(schema, types);
    return types;
  }

  /** The schema of one property or item of `value`, put together from all that apply. */
  child(schema: JsonSchema, value: object, key: string | number, nesting = 0): JsonSchema {
    if (!isRecord(schema)) return schema;
    if (nesting > MAX_NESTING || --this.#left < 0) return true;
    const parts = [Array.isArray(value) ? itemSchema(schema, Number(key)) : propertySchema(schema, String(key))];
    if (schema.$ref !== undefined) parts.push(this.child(this.#target(schema.$ref), value, key, nesting + 1));
    for (const part of schema.allOf ?? []) parts.push(this.child(part, value, key, nesting + 1));
    for (const branches of [schema.anyOf, schema.oneOf]) {
      const live = branches?.filter((branch) => this.#mayBe(branch, value));
      if (live?.length) parts.push(either(live.map((branch) => this.child(branch, value, key, nesting + 1))));
    }
    const telling = parts.filter((part) => part !== true);
    return telling.length === 0
      ? true
      : telling.length === 1 && telling[0] !== undefined
        ? telling[0]
        : { allOf: telling };
  }

  /** Whether a branch of a union may be the one that was meant: kind of value, and values that are fixed in it. */
  #mayBe(branch: JsonSchema, value: object, nesting = 0): boolean {
    if (!isRecord(branch)) return branch;
    if (nesting > MAX_NESTING || --this.#left < 0) return true;
    if ((this.types(branch) & typeOf(value)) === 0) return false;
    for (const [key, property] of Object.entries(branch.properties ?? {})) {
      if (!isRecord(property) || !Object.hasOwn(value, key)) continue;
      const fixed = property.const !== undefined ? [property.const] : property.enum;
      const given: unknown = (value as Readonly<Record<string, unknown>>)[key];
      if (fixed && typeof given === "string" && !fixed.includes(given)) return false;
    }
    if (branch.$ref !== undefined && !this.#mayBe(this.#target(branch.$ref), value, nesting + 1)) return false;
    return (branch.allOf ?? []).every((part) => this.#mayBe(part, value, nesting + 1));
  }

  #target(ref: string): JsonSchema {
    return resolveRef(this.#root, ref) ?? true;
  }
}

function named(type: JsonSchemaObject["type"]): Types {
  if (type === undefined) return ANY;
  return union((typeof type === "string" ? [type] : type).map((name) => BY_NAME[name] ?? ANY));
}

function union(types: readonly Types[]): Types {
  return types.reduce((all, one) => all | one, 0);
}

/** Only what the schema says of this key itself; where patterns decide, nothing is known. */
function propertySchema(schema: JsonSchemaObject, key: string): JsonSchema {
  if (schema.properties && Object.hasOwn(schema.properties, key)) return schema.properties[key] ?? true;
  return schema.patternProperties ? true : (schema.additionalProperties ?? true) || true;
}

function itemSchema(schema: JsonSchemaObject, index: number): JsonSchema {
  const fixed = schema.prefixItems ?? [];
  return (index < fixed.length ? fixed[index] : schema.items) ?? true;
}

function either(branches: readonly JsonSchema[]): JsonSchema {
  return branches.some((branch) => branch === true) ? true : { anyOf: branches };
}
