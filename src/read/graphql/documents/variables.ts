/** The variables of an operation, with what is said of them. */
import {
  type DocumentNode,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { literalJson, mayBeTold } from "../defaults.js";
import type { InputContext, Variable } from "../variables.js";
import { textOf } from "./comments.js";

export function variablesOf(
  operation: OperationDefinitionNode,
  document: DocumentNode,
  schema: GraphQLSchema,
  { types, text }: InputContext,
): readonly Variable[] {
  const said = textsOfUses(document, schema);
  return (operation.variableDefinitions ?? []).flatMap((node): Variable[] => {
    const type = typeFromAST(schema, node.type);
    if (!type || !isInputType(type)) return [];
    const name = node.variable.name.value;
    const literal = node.defaultValue;
    const fallback = literal && mayBeTold(name, literal) ? literalJson(literal, type) : undefined;
    const description = text(textOf(node)) || text(said.get(name) ?? "");
    return [
      {
        name,
        type,
        schema: types.property(type, description, fallback),
        required: isNonNullType(type) && literal === undefined,
      },
    ];
  });
}

/** By variable: the text of the argument or input field that it is given to first. */
function textsOfUses(document: DocumentNode, schema: GraphQLSchema): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Argument({ value }) {
        const description = typeInfo.getArgument()?.description;
        if (value.kind !== Kind.VARIABLE || description == null || found.has(value.name.value)) return;
        found.set(value.name.value, description);
      },
    }),
  );
  return found;
}
