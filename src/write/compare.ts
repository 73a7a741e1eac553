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
const MAX_FOUND = 20;

class Comparison {
  readonly found: Difference[] = [];
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

  compare(before: JsonSchema, after: JsonSchema, at: string): void {
    if (this.found.length >= MAX_FOUND) return;
    const [a, b] = [this.#follow(before, this.#old), this.#follow(after, this.#new)];
    if (a === undefined || b === undefined) return;
    if (typeof a === "boolean" || typeof b === "boolean") {
      if (a !== b) this.#say(b === true ? "widening" : "breaking", at, "takes other values");
      return;
    }
    const pair = a.ref !== undefined || b.ref !== undefined ? `${a.ref} ${b.ref}` : undefined;
    if (pair !== undefined && this.#seen.has(pair)) return;
    if (pair !== undefined) this.#seen.add(pair);
    this.#objects(a.schema, b.schema, at);
  }

  #objects(a: JsonSchemaObject, b: JsonSchemaObject, at: string): void {
    for (const keyword of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [x, y] = [a[keyword], b[keyword]];
      if (TEXTS.has(keyword)) this.#text(keyword, x, y, at);
      else if (keyword === "properties") this.#properties(a, b, at);
      else if (keyword === "required") this.#required(a, b, at);
      else if (keyword === "type") this.#sets(list(x), list(y), at, "type");
      else if (keyword === "enum")
        this.#sets(x === undefined ? undefined : list(x), y === undefined ? undefined : list(y), at, "value");
      else if (Object.hasOwn(BOUNDS, keyword)) this.#bound(keyword, x, y, at);
      else if ((keyword === "items" || keyword === "additionalProperties") && isSchema(x) && isSchema(y))
        this.compare(x, y, `${at}/*`);
      else if (
        ["anyOf", "oneOf", "allOf", "prefixItems"].includes(keyword) &&
        Array.isArray(x) &&
        Array.isArray(y) &&
        x.length === y.length
      ) {
        x.forEach((part: JsonSchema, i) => void this.compare(part, y[i] as JsonSchema, at));
      } else if (JSON.stringify(x) !== JSON.stringify(y))
        this.#say(y === undefined ? "widening" : "breaking", at, `${keyword} is another`);
    }
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
    if (x === undefined && y === undefined) return;
    const gone = x === undefined ? y : x.filter((item) => y !== undefined && !y.includes(item));
    const come = y === undefined ? x : y.filter((item) => x !== undefined && !x.includes(item));
    if (x === undefined || (gone?.length && y !== undefined))
      this.#say(
        this.#output ? "widening" : "breaking",
        at,
        x === undefined ? `takes only some ${noun}s now` : `no longer takes the ${noun} ${gone?.join(", ")}`,
      );
    if (y === undefined || (come?.length && x !== undefined))
      this.#say(
        this.#output ? "breaking" : "widening",
        at,
        y === undefined ? `takes any ${noun} now` : `takes the ${noun} ${come?.join(", ")} too`,
      );
  }

  #bound(keyword: string, x: unknown, y: unknown, at: string): void {
    if (x === y) return;
    const wider = y === undefined || (typeof x === "number" && typeof y === "number" && y > x === BOUNDS[keyword]);
    this.#say(
      wider === this.#output ? "breaking" : "widening",
      at,
      `${keyword} is ${y === undefined ? "gone" : String(y)}`,
    );
  }

  #text(keyword: string, x: unknown, y: unknown, at: string): void {
    if (keyword === "$defs" || this.#textSaid || JSON.stringify(x) === JSON.stringify(y)) return;
    this.#textSaid = true;
    this.#say("text-only", at, `${keyword} is another`);
  }

  #say(kind: Difference["kind"], at: string, what: string): void {
    const where = at.replace(/^\//, "");
    this.found.push({ kind, what: where === "" ? what : `${where} ${what}` });
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

const list = (value: unknown): readonly unknown[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value : [value];
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === "boolean" || (typeof value === "object" && value !== null);
const hasProperty = (schema: JsonSchemaObject, name: string): boolean =>
  schema.properties !== undefined && Object.hasOwn(schema.properties, name);
