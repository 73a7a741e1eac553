/** A piece of a converted schema, and the way back. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { Dialect } from "../dialect.js";

/** A value as the provider's schema has it → the value as the tool's own schema has it. */
export type Restore = (value: unknown) => unknown;

export interface Part {
  readonly schema: JsonSchemaObject;
  /** Absent: values are the same on both sides. */
  readonly restore?: Restore;
  /** A text that stands for something else: of a union's branches that it fits, this one is meant. */
  readonly claims?: (value: unknown) => boolean;
}

/** Something of the tool's schema that the provider's cannot say: the model may send what the tool then refuses. */
export interface Loosened {
  /** JSON pointer in argument names, `*` for any item or map value. */
  readonly path: string;
  readonly keyword: string;
}

/** One conversion on its way down. */
export interface Conversion {
  readonly dialect: Dialect;
  /** The schema that references lead into. */
  readonly root: JsonSchemaObject;
  convert(schema: JsonSchema | undefined, at: string): Part;
  loosen(at: string, keyword: string): void;
  /** A reference to a schema that is said once, however often it is used; where there are references. */
  share(name: string, schema: JsonSchemaObject): JsonSchemaObject;
}

export const same: Restore = (value) => value;

/** Without a `restore` that would do nothing. */
export function part(schema: JsonSchemaObject, restore?: Restore): Part {
  return restore === undefined ? { schema } : { schema, restore };
}

export function below(at: string, key: string): string {
  return `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
