/** The arguments of a root field → one closed object of arguments, and the variables that they become. */
import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNamedType,
  isNonNullType,
  Kind,
  parseType,
  type VariableDefinitionNode,
} from "graphql";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { GraphqlPlan, GraphqlVariable } from "../../tool/types.js";
import { argumentNames } from "../openapi/schema/wire.js";
import { hasDefault, isRequired, toldDefault } from "./defaults.js";
import type { InputTypes } from "./input-types.js";
import type { Field } from "./policy.js";
import type { Scalars } from "./scalars.js";
import { isConnection, sizeArgument } from "./selection/kinds.js";
import { uploadPlaces } from "./uploads.js";

export interface Input {
  readonly schema: JsonSchemaObject;
  readonly definitions: readonly VariableDefinitionNode[];
  readonly plan: Pick<GraphqlPlan, "variables" | "renamed" | "uploads" | "page">;
  /** In the order of the schema. */
  readonly args: readonly GraphQLArgument[];
}

export interface InputContext {
  readonly types: InputTypes;
  readonly scalars: Scalars;
  readonly text: (raw: string) => string;
}

const PAGE_SIZE = 10;

export function readInput(field: Field, context: InputContext): Input {
  const args = usableArguments(field);
  const page = pageOf(field, args);
  const variables = args.map((arg) => ({
    arg,
    name: arg.name,
    type: arg.type,
    required: isRequired(arg) && arg.name !== page?.variable,
  }));
  const names = argumentNames(args.map(({ name }) => name));
  const properties: Record<string, JsonSchema> = Object.create(null);
  for (const { arg } of variables) {
    const schema = context.types.property(arg, context.text(arg.description ?? ""));
    properties[names.get(arg.name) ?? arg.name] = arg.name === page?.variable ? withSize(schema, page.size) : schema;
  }
  const required = variables.filter((one) => one.required).map(({ name }) => names.get(name) ?? name);
  const uploads = variables.flatMap(({ name, type }) => uploadPlaces(name, type, context.scalars));
  return {
    args,
    schema: {
      type: "object",
      additionalProperties: false,
      properties,
      ...(required.length > 0 && { required }),
    },
    definitions: args.map(variableDefinition),
    plan: {
      ...(args.length > 0 && { variables: args.map(({ name }): GraphqlVariable => planned(name, names)) }),
      ...(args.some(({ type }) => context.types.isRenamed(type)) && { renamed: true }),
      ...(uploads.length > 0 && { uploads }),
      ...(page && { page }),
    },
  };
}

export function planned(name: string, names: ReadonlyMap<string, string>): GraphqlVariable {
  const arg = names.get(name);
  return arg === undefined ? name : { arg, name };
}

/** Without deprecated ones that nothing needs, and without names that are GraphQL's own. */
export function usableArguments(field: Field): readonly GraphQLArgument[] {
  return field.args.filter((arg) => !arg.name.startsWith("__") && (arg.deprecationReason == null || isRequired(arg)));
}

/** A connection without a size is refused by some services, and answered in full by others. */
function pageOf(field: Field, args: readonly GraphQLArgument[]): GraphqlPlan["page"] {
  if (!isConnection(getNamedType(field.type))) return undefined;
  const size = sizeArgument(field);
  if (!size || !args.includes(size) || hasDefault(size)) return undefined;
  const unless = args.filter((arg) => arg.name === "last" && arg !== size).map(({ name }) => name);
  return { variable: size.name, size: PAGE_SIZE, ...(unless.length > 0 && { unless }) };
}

/** The size that the executor sends, in place of what the service would take. */
function withSize(schema: JsonSchema, size: number): JsonSchema {
  if (typeof schema !== "object") return schema;
  const said = (schema.description ?? "").replace(/ ?\b(?:the )?defaults?(?: value)?(?: is| to|:)? \d+\.?/i, "").trim();
  const own = said === "" || /[.!?]$/.test(said) ? said : `${said}.`;
  return { ...schema, description: own === "" ? `Default ${size}.` : `${own} Default ${size}.`, default: size };
}

/**
 * With the default of the argument where null is not allowed: a variable that is left out is legal then (§5.8.5), for old
 * servers too. A default that looks like a secret stays with the server; newer ones know it by themselves.
 */
function variableDefinition(arg: GraphQLArgument): VariableDefinitionNode {
  const literal = isNonNullType(arg.type) ? toldDefault(arg) : undefined;
  const withheld = isNonNullType(arg.type) && hasDefault(arg) && !literal;
  const type: GraphQLInputType = withheld && isNonNullType(arg.type) ? arg.type.ofType : arg.type;
  return {
    kind: Kind.VARIABLE_DEFINITION,
    variable: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: arg.name } },
    type: parseType(String(type), { noLocation: true }),
    ...(literal && { defaultValue: literal }),
  };
}
