/** Two schemas of the same thing, old and new: does the new one refuse what the old one took? */
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";

export interface Side {
  readonly schema: JsonSchema;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

export interface Difference {
  readonly kind: "breaking" | "widening" | "text-only";
  readonly what: string;
}

/** Of an `output`, whoever reads it is broken by what is missing, not by what has come. */
export function compareSchemas(before: Side, after: Side, of: "input" | "output" = "input"): readonly Difference[] {
  const comparison = new Comparison(before.schemas, after.schemas, of);
  comparison.compare(before.schema, after.schema, of === "input" ? "" : "result");
  return comparison.found;
}

const TEXTS: ReadonlySet<string> = new Set(["description", "title", "default", "deprecated", "$defs"]);
/** For each bound: whether a higher value takes more. */
const BOUNDS: Readonly<Record<string, boolean>> = {
  maximum: true,
  exclusiveMaximum: true,
  maxLength: true,
  maxItems: true,
  maxProperties: true,
  minimum: false,
  exclusiveMinimum: false,
  minLength: false,
  minItems: false,
  minProperties: false,
};
/** Of one kind, in one schema: more are counted. */
const MAX_FOUND = 20;

class Comparison {
  readonly #found: Difference[] = [];
  readonly #counts = new Map<Difference["kind"], number>();
  readonly #old: Readonly<Record<string, JsonSchema>>;
  readonly #new: Readonly<Record<string, JsonSchema>>;
  readonly #output: boolean;
  readonly #seen = new Set<string>();
  #textSaid = false;

  constructor(
    before: Readonly<Record<string, JsonSchema>>,
    after: Readonly<Record<string, JsonSchema>>,
    of: "input" | "output",
  ) {
    this.#old = before;
    this.#new = after;
    this.#output = of === "output";
  }

  get found(): readonly Difference[] {
    const more = [...this.#counts].filter(([, count]) => count > MAX_FOUND);
    return [...this.#found, ...more.map(([kind, count]) => ({ kind, what: `${count - MAX_FOUND} more like these` }))];
  }

  compare(before: JsonSchema, after: JsonSchema, at: string): void {
    const [a, b] = [this.#follow(before, this.#old), this.#follow(after, this.#new)];
    if (a === undefined || b === undefined) return;
    if (typeof a === "boolean" || typeof b === "boolean") {
      // Whatever stands on the other side, it takes more than `false` and less than `true`.
      if (a !== b) this.#wider(b === true || a === false, at, "takes other values");
      return;
    }
    const pair = a.ref !== undefined || b.ref !== undefined ? `${a.ref} ${b.ref}` : undefined;
    if (pair !== undefined && this.#seen.has(pair)) return;
    if (pair !== undefined) this.#seen.add(pair);
    const [x, y] = [withoutNull(a.schema), withoutNull(b.schema)];
    if (x === undefined && y === undefined) {
      this.#objects(a.schema, b.schema, at);
      return;
    }
    if (x === undefined || y === undefined)
      this.#wider(y !== undefined, at, y ? "takes null too" : "no longer takes null");
    this.compare(x ?? a.schema, y ?? b.schema, at);
  }

  #objects(a: JsonSchemaObject, b: JsonSchemaObject, at: string): void {
    for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [x, y] = [a[keyword], b[keyword]];
      if (TEXTS.has(keyword)) this.#text(keyword, x, y, at);
      else if (keyword === "properties") this.#properties(a, b, at);
      else if (keyword === "required") this.#required(a, b, at);
      else if (keyword === "type") this.#sets(types(x), types(y), at, "type");
      else if (keyword === "enum") this.#sets(list(x), list(y), at, "value");
      else if (Object.hasOwn(BOUNDS, keyword)) this.#bound(keyword, x, y, at);
      else if (keyword === "items") this.compare(schemaOr(x), schemaOr(y), `${at}/*`);
      else if (keyword === "additionalProperties") this.#rest(schemaOr(x), schemaOr(y), at);
      else if (UNIONS.has(keyword) && Array.isArray(x) && Array.isArray(y)) this.#parts(keyword, x, y, at);
      else if (JSON.stringify(x) !== JSON.stringify(y)) this.#wider(y === undefined, at, `${keyword} is another`);
    }
  }

  /** Properties that nobody named: a reader of answers does without them. */
  #rest(x: JsonSchema, y: JsonSchema, at: string): void {
    if (typeof x === "object" && typeof y === "object") this.compare(x, y, `${at}/*`);
    if (x === y || (typeof x === "object" && typeof y === "object")) return;
    const wider = y === true || x === false;
    const what = wider ? "takes properties that it does not name" : "takes less than any further property";
    this.#say(wider || this.#output ? "widening" : "breaking", at, what);
  }

  #parts(keyword: string, x: readonly JsonSchema[], y: readonly JsonSchema[], at: string): void {
    if (x.length === y.length) {
      x.forEach((part, i) => void this.compare(part, y[i] ?? true, at));
      return;
    }
    const [old, now] = [x, y].map((parts) => new Set(parts.map((part) => JSON.stringify(part))));
    const gone = x.filter((part) => !now?.has(JSON.stringify(part))).length;
    const come = y.filter((part) => !old?.has(JSON.stringify(part))).length;
    // Of `allOf` and `prefixItems` every part holds; of the others one suffices.
    const any = keyword === "anyOf" || keyword === "oneOf";
    if (gone > 0) this.#wider(!any, at, `${gone} of ${keyword} ${gone === 1 ? "is" : "are"} gone`);
    if (come > 0) this.#wider(any, at, `${come} of ${keyword} ${come === 1 ? "is" : "are"} new`);
  }

  #properties(a: JsonSchemaObject, b: JsonSchemaObject, at: string): void {
    const [old, now] = [a.properties ?? {}, b.properties ?? {}];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [x, y] = [
        Object.hasOwn(old, name) ? old[name] : undefined,
        Object.hasOwn(now, name) ? now[name] : undefined,
      ];
      if (x !== undefined && y !== undefined) this.compare(x, y, `${at}/${name}`);
      else if (x !== undefined) this.#say("breaking", `${at}/${name}`, "is gone");
      else if (!(b.required ?? []).includes(name)) this.#say("widening", `${at}/${name}`, "is new");
    }
  }

  #required(a: JsonSchemaObject, b: JsonSchemaObject, at: string): void {
    for (const name of b.required ?? [])
      if (!(a.required ?? []).includes(name))
        this.#say(this.#output ? "widening" : "breaking", `${at}/${name}`, "is required now");
    for (const name of a.required ?? [])
      if (!(b.required ?? []).includes(name) && hasProperty(b, name))
        this.#say(this.#output ? "breaking" : "widening", `${at}/${name}`, "is optional now");
  }

  /** Absent: anything goes. */
  #sets(x: readonly unknown[] | undefined, y: readonly unknown[] | undefined, at: string, noun: string): void {
    if (x === undefined || y === undefined) {
      if (x !== y) this.#wider(y === undefined, at, y ? `takes only some ${noun}s now` : `takes any ${noun} now`);
      return;
    }
    const gone = x.filter((item) => !y.includes(item));
    const come = y.filter((item) => !x.includes(item));
    if (gone.length > 0) this.#wider(false, at, `no longer takes the ${noun} ${gone.join(", ")}`);
    if (come.length > 0) this.#wider(true, at, `takes the ${noun} ${come.join(", ")} too`);
  }

  #bound(keyword: string, x: unknown, y: unknown, at: string): void {
    if (x === y) return;
    const wider = y === undefined || (typeof x === "number" && typeof y === "number" && y > x === BOUNDS[keyword]);
    this.#wider(wider, at, `${keyword} is ${y === undefined ? "gone" : String(y)}`);
  }

  #text(keyword: string, x: unknown, y: unknown, at: string): void {
    if (keyword === "$defs" || this.#textSaid || JSON.stringify(x) === JSON.stringify(y)) return;
    this.#textSaid = true;
    this.#say("text-only", at, `${keyword} is another`);
  }

  /** What takes more breaks nobody who sends it, but those who read it. */
  #wider(wider: boolean, at: string, what: string): void {
    this.#say(wider === this.#output ? "breaking" : "widening", at, what);
  }

  #say(kind: Difference["kind"], at: string, what: string): void {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    if (count > MAX_FOUND) return;
    const where = at.replace(/^\//, "");
    this.#found.push({ kind, what: where === "" ? what : `${where} ${what}` });
  }

  #follow(
    schema: JsonSchema,
    schemas: Readonly<Record<string, JsonSchema>>,
  ): boolean | { schema: JsonSchemaObject; ref: string | undefined } | undefined {
    let ref: string | undefined;
    let current: JsonSchema | undefined = schema;
    for (let i = 0; i < 50; i++) {
      if (typeof current !== "object") return current;
      const name: string | undefined = current.$ref?.replace("#/$defs/", "");
      if (name === undefined) return { schema: current, ref };
      ref = name;
      current = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    }
    return undefined;
  }
}

const UNIONS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);

/** A schema without the null that it takes too; `undefined`: it takes none, or nothing else. */
function withoutNull(schema: JsonSchemaObject): JsonSchema | undefined {
  const { type, enum: values, anyOf, ...rest } = schema;
  if (Array.isArray(type) && type.includes("null") && type.length > 1) {
    return {
      ...schema,
      type: type.filter((t) => t !== "null"),
      ...(values && { enum: values.filter((v) => v !== null) }),
    };
  }
  if (anyOf?.length !== 2 || type !== undefined || Object.keys(rest).some((key) => !TEXTS.has(key))) return undefined;
  const others = anyOf.filter((part) => typeof part !== "object" || part.type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

const list = (value: unknown): readonly unknown[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value];

/** Every integer is a number. */
function types(value: unknown): readonly unknown[] | undefined {
  const all = list(value);
  return all?.includes("number") ? [...new Set([...all, "integer"])] : all;
}

/** Absent, or empty: anything goes. */
function schemaOr(value: unknown): JsonSchema {
  if (typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null || Object.keys(value).length === 0) return true;
  return value as JsonSchema;
}

const hasProperty = (schema: JsonSchemaObject, name: string): boolean =>
  schema.properties !== undefined && Object.hasOwn(schema.properties, name);
