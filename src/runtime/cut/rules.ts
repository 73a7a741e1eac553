import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";

/** What the schema asks of one value, over all subschemas that may apply to it. */
export interface Rules {
  /** Nothing here may be left out: it would take a validator to know whether what remains still fits. */
  readonly rigid: boolean;
  readonly required: ReadonlySet<string>;
  readonly minProperties: number;
  readonly minItems: number;
  /** Strings only: a part of it would fit as well. */
  readonly divisible: boolean;
  /** Properties that the schema names; others are entries of a map. `undefined`: it says nothing about them. */
  readonly declared: ReadonlySet<string> | undefined;
  readonly property: (key: string) => Views;
  readonly item: (index: number) => Views;
}

/** The subschemas that describe one value. */
export type Views = readonly JsonSchema[];

/** Keywords whose outcome may change when something is left out. */
const WHOLE = [
  "not",
  "if",
  "dependentSchemas",
  "contains",
  "unevaluatedProperties",
  "unevaluatedItems",
  "$dynamicRef",
] as const;

/** Keywords that say what a string must look like. */
const FORMS = ["enum", "const", "format", "pattern", "minLength", "contentEncoding", "contentMediaType"] as const;

/** Stands for a value of which nothing may change. */
const AS_IT_IS: JsonSchema = { enum: [] };

/** More subschemas than that at one value: too many to be sure. */
const MAX_VIEWS = 64;

export const ANYTHING: Rules = {
  rigid: false,
  required: new Set(),
  minProperties: 0,
  minItems: 0,
  divisible: true,
  declared: undefined,
  property: () => [],
  item: () => [],
};

const WHOLE_ONLY: Rules = { ...ANYTHING, rigid: true, divisible: false };

/** Reads the rules for one value out of the schemas of one document. */
export class RuleBook {
  readonly #root: JsonSchemaObject;

  constructor(root: JsonSchema) {
    this.#root = typeof root === "object" ? root : {};
  }

  rulesFor(views: Views, value: unknown): Rules {
    const schemas: JsonSchemaObject[] = [];
    const fixed = new Set<string>();
    if (!this.#collect(views, value, schemas, fixed)) return WHOLE_ONLY;
    if (schemas.length === 0) return ANYTHING;
    return rulesOf(schemas, fixed);
  }

  /** Adds every schema that may apply to `value`; false: what may be left out cannot be told. */
  #collect(views: Views, value: unknown, into: JsonSchemaObject[], fixed: Set<string>): boolean {
    for (const schema of views) {
      if (schema === true) continue;
      if (schema === false) return false;
      if (into.includes(schema)) continue;
      into.push(schema);
      if (into.length > MAX_VIEWS || WHOLE.some((keyword) => Object.hasOwn(schema, keyword))) return false;
      if (schema.allOf && !this.#collect(schema.allOf, value, into, fixed)) return false;
      // Whichever of them holds goes on to hold, when the demands of all are met.
      const any = schema.anyOf?.filter((branch) => this.#mayHold(branch, value, undefined));
      if (any && !this.#collect(any, value, into, fixed)) return false;
      // Only one may hold: the others must go on to fail, for a reason that stays.
      const one = schema.oneOf?.filter((branch) => this.#mayHold(branch, value, fixed));
      if (one && (one.length > 1 || !this.#collect(one, value, into, fixed))) return false;
      if (schema.$ref !== undefined && !this.#follow(schema.$ref, value, into, fixed)) return false;
    }
    return true;
  }

  #follow(ref: string, value: unknown, into: JsonSchemaObject[], fixed: Set<string>): boolean {
    const target = this.#target(ref);
    return target !== undefined && this.#collect([target], value, into, fixed);
  }

  #target(ref: string): JsonSchema | undefined {
    const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
    const defs = this.#root.$defs;
    if (name === undefined || !defs) return ref === "#" ? this.#root : undefined;
    const key = name.replaceAll("~1", "/").replaceAll("~0", "~");
    return Object.hasOwn(defs, key) ? defs[key] : undefined;
  }

  /**
   * False where a branch fails for a reason that leaving something out does not change: the type of the value, a
   * property that it lacks, or one with another constant. Such properties are added to `fixed`: they have to stay.
   */
  #mayHold(branch: JsonSchema, value: unknown, fixed: Set<string> | undefined): boolean {
    if (typeof branch === "boolean") return branch;
    let schema = branch;
    for (let hops = 0; schema.$ref !== undefined && hops < 16; hops++) {
      const target = this.#target(schema.$ref);
      if (typeof target !== "object") return true;
      schema = target;
    }
    if (!hasType(schema, value)) return false;
    if (!isAllowed(schema, value)) return false;
    if (typeof value !== "object" || value === null || Array.isArray(value)) return true;
    if (schema.required?.some((key) => !Object.hasOwn(value, key))) return false;
    for (const [key, property] of Object.entries(schema.properties ?? {})) {
      if (typeof property !== "object" || !Object.hasOwn(value, key)) continue;
      const own: unknown = Reflect.get(value, key);
      if (hasType(property, own) && isAllowed(property, own)) continue;
      fixed?.add(key);
      return false;
    }
    return true;
  }
}

function hasType({ type }: JsonSchemaObject, value: unknown): boolean {
  if (type === undefined) return true;
  const own = typeOf(value);
  const names: readonly string[] = typeof type === "string" ? [type] : type;
  return names.includes(own) || (own === "integer" && names.includes("number"));
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value;
}

/** Objects and arrays are not compared with each other. */
function isAllowed(schema: JsonSchemaObject, value: unknown): boolean {
  const matches = (other: unknown): boolean => (isScalar(value) || isScalar(other) ? other === value : true);
  if (Object.hasOwn(schema, "const") && !matches(schema.const)) return false;
  return schema.enum === undefined || schema.enum.some(matches);
}

const isScalar = (value: unknown): boolean => typeof value !== "object" || value === null;

function rulesOf(schemas: readonly JsonSchemaObject[], fixed: ReadonlySet<string>): Rules {
  const required = new Set(fixed);
  const declared = new Set<string>();
  let divisible = true;
  let open = true;
  let minItems = 0;
  let minProperties = 0;
  for (const schema of schemas) {
    for (const key of schema.required ?? []) required.add(key);
    for (const keys of Object.values(schema.dependentRequired ?? {})) for (const key of keys) required.add(key);
    for (const key of Object.keys(schema.properties ?? {})) declared.add(key);
    minItems = Math.max(minItems, schema.minItems ?? 0);
    minProperties = Math.max(minProperties, schema.minProperties ?? 0);
    if (FORMS.some((keyword) => Object.hasOwn(schema, keyword))) divisible = false;
    if (schema.properties || schema.additionalProperties !== undefined || schema.patternProperties) open = false;
  }
  return {
    // An array or object with a constant is all or nothing.
    rigid: schemas.some((schema) => schema.enum !== undefined || schema.const !== undefined),
    required,
    minProperties,
    minItems,
    divisible,
    declared: open ? undefined : declared,
    property: (key) => (fixed.has(key) ? [AS_IT_IS] : schemas.flatMap((schema) => propertyViews(schema, key))),
    item: (index) =>
      // Two strings that were different may be cut to the same.
      schemas.some((schema) => schema.uniqueItems === true)
        ? [AS_IT_IS]
        : schemas.flatMap((schema): Views => {
            const view = schema.prefixItems?.[index] ?? schema.items;
            return view === undefined ? [] : [view];
          }),
  };
}

function propertyViews(schema: JsonSchemaObject, key: string): Views {
  const { properties = {}, patternProperties = {}, additionalProperties } = schema;
  // Which patterns match is not decided here: the demands of all are met.
  const views = Object.values(patternProperties);
  if (Object.hasOwn(properties, key)) return [properties[key] ?? true, ...views];
  return typeof additionalProperties === "object" ? [...views, additionalProperties] : views;
}
