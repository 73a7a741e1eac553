import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { holdsSchemas, isRecord, mapKeyword, pointerParts, resolveRef } from "../schema.js";
import { isIntegerFormat } from "./integers.js";

/** What ajv is shown besides keywords that hold schemas. Nothing that could name, fetch or redirect: no `$id`, `$anchor`, `$schema`. */
const CHECKED: ReadonlySet<string> = new Set([
  "const",
  "dependentRequired",
  "enum",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "format",
  "maxContains",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minContains",
  "minItems",
  "minLength",
  "minProperties",
  "minimum",
  "multipleOf",
  "pattern",
  "required",
  "type",
  "uniqueItems",
  // For the words of an issue.
  "description",
]);

/** Counts how often definitions are entered: branches that refer to themselves can multiply without end. */
export const TICK = "toolgenTick";
/** On integers: refuses numbers whose last digits may be lost already. */
export const EXACT = "toolgenExact";

/** In the place of `format`: an integer of so many bits, as a number or as text. */
export const BITS = "toolgenBits";

/** A schema that stands by itself under a name of ours. */
export interface SchemaDocument {
  readonly id: string;
  readonly schema: JsonSchema;
}

/**
 * Splits schemas into documents for ajv: one for the schema and one for each definition that it reaches, with references
 * to names of ours. A definition that many tools share (the same `$defs` object) is split, and compiled, once.
 */
export class SchemaDocuments {
  readonly #ids = new WeakMap<object, Map<string, string>>();
  readonly #onPattern: (pattern: string) => void;
  #count = 0;

  constructor(onPattern: (pattern: string) => void) {
    this.#onPattern = onPattern;
  }

  /** The documents that are new, the root's last. Throws where a reference leads nowhere. */
  split(root: JsonSchemaObject): readonly SchemaDocument[] {
    const fresh: (() => void)[] = [];
    try {
      return this.#split(root, fresh);
    } catch (cause) {
      for (const forget of fresh) forget();
      throw cause;
    }
  }

  #split(root: JsonSchemaObject, fresh: (() => void)[]): readonly SchemaDocument[] {
    const documents: SchemaDocument[] = [];
    const waiting: { id: string; ref: string }[] = [];
    const link = (ref: string): string => {
      const scope = ref.startsWith("#/$defs/") ? (root.$defs ?? root) : root;
      let ids = this.#ids.get(scope);
      if (!ids) {
        ids = new Map();
        this.#ids.set(scope, ids);
      }
      // By its parts: `%2F` and `/` may write the same pointer.
      const key = JSON.stringify(pointerParts(ref) ?? ref);
      let id = ids.get(key);
      if (id === undefined) {
        id = this.#name();
        const known = ids.set(key, id);
        fresh.push(() => known.delete(key));
        waiting.push({ id, ref });
      }
      return id;
    };
    const schema = this.#copy(root, link);
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const target = resolveRef(root, next.ref);
      if (target === undefined) throw new Error(`"$ref": ${JSON.stringify(next.ref)} leads nowhere`);
      const copied = this.#copy(target, link);
      documents.push({ id: next.id, schema: isRecord(copied) ? { [TICK]: true, ...copied } : copied });
    }
    documents.push({ id: this.#name(), schema });
    return documents;
  }

  #name(): string {
    this.#count++;
    return `toolgen:/${this.#count}`;
  }

  #copy(schema: JsonSchema, link: (ref: string) => string): JsonSchema {
    if (!isRecord(schema)) return schema;
    const copied: Record<string, unknown> = {};
    for (const keyword of Object.keys(schema)) {
      const value = schema[keyword];
      if (keyword === "$ref" && typeof value === "string") copied["$ref"] = link(value);
      else if (keyword === "format" && isIntegerFormat(value)) copied[BITS] = value;
      else if (CHECKED.has(keyword)) copied[keyword] = value;
      else if (keyword !== "$defs" && holdsSchemas(keyword)) {
        copied[keyword] = mapKeyword(keyword, value, (inner) => this.#copy(inner, link));
      }
    }
    if (typeof schema.pattern === "string") this.#onPattern(schema.pattern);
    for (const pattern of Object.keys(schema.patternProperties ?? {})) this.#onPattern(pattern);
    const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? []);
    if (types.includes("integer") && !types.includes("number")) copied[EXACT] = true;
    return copied;
  }
}
