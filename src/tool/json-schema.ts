/** JSON Schema 2020-12, the keywords that toolgen writes; others are kept as annotations. */
export type JsonSchema = boolean | JsonSchemaObject;

/** JSON Schema 2020-12, validation, section 6.1.1. */
export type SimpleType = "null" | "boolean" | "object" | "array" | "number" | "string" | "integer";

/** A schema of JSON Schema 2020-12 that is no boolean. Unknown keywords are kept. */
export interface JsonSchemaObject {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly type?: SimpleType | readonly SimpleType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: JsonSchema;
  readonly dependentRequired?: Readonly<Record<string, readonly string[]>>;
  readonly dependentSchemas?: Readonly<Record<string, JsonSchema>>;
  readonly unevaluatedProperties?: JsonSchema;
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly contains?: JsonSchema;
  readonly unevaluatedItems?: JsonSchema;
  readonly allOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly not?: JsonSchema;
  readonly if?: JsonSchema;
  readonly then?: JsonSchema;
  readonly else?: JsonSchema;
  readonly title?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  /** Input schemas, on a property: its name on the wire. For the runtime; never shown to a model. */
  readonly "x-toolgen-wire"?: string;
  /** Output schemas, on an object: properties that the upstream may send and nobody may read. Never shown to a model. */
  readonly "x-toolgen-drop"?: readonly string[];
  readonly [keyword: string]: unknown;
}
