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
import type { GraphqlPlan } from "../../tool/types.js";
import { defaultJson, hasDefault, isRequired, toldDefault } from "./defaults.js";
import type { Field } from "./policy.js";
import { isConnection, sizeArgument } from "./selection/kinds.js";
import { type InputContext, planVariables, type Variable } from "./variables.js";

export interface Input {
  readonly schema: JsonSchemaObject;
  readonly definitions: readonly VariableDefinitionNode[];
  readonly plan: Pick<GraphqlPlan, "variables" | "renamed" | "uploads" | "page">;
  /** In the order of the schema. */
  readonly args: readonly GraphQLArgument[];
}

const PAGE_SIZE = 10;

export function readInput(field: Field, context: InputContext): Input {
  const args = usableArguments(field);
  const page = pageOf(field, args);
  const variables = args.map((arg): Variable => {
    const schema = context.types.property(arg.type, context.text(arg.description ?? ""), defaultJson(arg));
    const sized = arg.name === page?.variable;
    return {
      name: arg.name,
      type: arg.type,
      schema: sized ? withSize(schema, page.size) : schema,
      required: isRequired(arg) && !sized,
    };
  });
  const { schema, plan } = planVariables(variables, context);
  return { args, schema, definitions: args.map(variableDefinition), plan: { ...plan, ...(page && { page }) } };
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
