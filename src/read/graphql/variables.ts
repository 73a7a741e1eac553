/** Variables → the closed object of arguments that they are filled from. */
import type { GraphQLInputType } from "graphql";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { GraphqlPlan } from "../../tool/types.js";
import { argumentNames } from "../names/argument.js";
import type { InputTypes } from "./input-types.js";
import type { Scalars } from "./scalars.js";
import { uploadPlaces } from "./uploads.js";

export interface InputContext {
  readonly types: InputTypes;
  readonly scalars: Scalars;
  /** Cleans a text for the model. */
  readonly text: (raw: string) => string;
}

export interface Variable {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

export interface PlannedVariables {
  readonly schema: JsonSchemaObject;
  readonly plan: Pick<GraphqlPlan, "variables" | "renamed" | "uploads">;
}

/** In the order given. */
export function planVariables(variables: readonly Variable[], { types, scalars }: InputContext): PlannedVariables {
  const names = argumentNames(variables.map(({ name }) => name));
  const argOf = (name: string): string => names.get(name) ?? name;
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const { name, schema } of variables) properties[argOf(name)] = schema;
  const required = variables.filter((one) => one.required).map(({ name }) => argOf(name));
  const uploads = variables.flatMap(({ name, type }) => uploadPlaces(name, type, scalars));
  return {
    schema: { type: "object", additionalProperties: false, properties, ...(required.length > 0 && { required }) },
    plan: {
      ...(variables.length > 0 && {
        variables: variables.map(({ name }) => (names.has(name) ? { arg: argOf(name), name } : name)),
      }),
      ...(variables.some(({ type }) => types.isRenamed(type)) && { renamed: true }),
      ...(uploads.length > 0 && { uploads }),
    },
  };
}
