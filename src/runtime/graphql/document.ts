/** Executable documents as trees. graphql-js is loaded where a document has to change, which is seldom. */
import type {
  DefinitionNode,
  DocumentNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from "graphql";

export type Graphql = typeof import("graphql");

export const loadGraphql = (): Promise<Graphql> => import("graphql");

/** The one operation of a plan's document. */
export function operationOf(document: DocumentNode): OperationDefinitionNode | undefined {
  return document.definitions.find(isOperation);
}

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode => node.kind === "OperationDefinition";
const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode => node.kind === "FragmentDefinition";

export function fragmentsOf(document: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(document.definitions.filter(isFragment).map((node) => [node.name.value, node]));
}

/** Response key of a field (GraphQL, section 2.7). */
export function responseKey(node: SelectionNode): string | undefined {
  return node.kind === "Field" ? (node.alias ?? node.name).value : undefined;
}

/** Text of changed definitions, without the fragments and variables that are left unused (GraphQL, section 5). */
export function printed(graphql: Graphql, document: DocumentNode, definitions: readonly DefinitionNode[]): string {
  const operation = definitions.find(isOperation);
  if (!operation) return graphql.print(document);
  const fragments = new Map(definitions.filter(isFragment).map((node) => [node.name.value, node]));
  const used = new Set<FragmentDefinitionNode>();
  const variables = new Set<string>();
  const visitor = {
    FragmentSpread({ name }: { readonly name: { readonly value: string } }): void {
      const fragment = fragments.get(name.value);
      if (fragment) used.add(fragment);
    },
    Variable({ name }: { readonly name: { readonly value: string } }): void {
      variables.add(name.value);
    },
  };
  graphql.visit(operation.selectionSet, visitor);
  for (const directive of operation.directives ?? []) graphql.visit(directive, visitor);
  // A set that grows while it is gone through: fragments use fragments.
  for (const fragment of used) graphql.visit(fragment, visitor);
  const kept = operation.variableDefinitions?.filter(({ variable }) => variables.has(variable.name.value));
  return graphql.print({
    ...document,
    definitions: [
      { ...operation, ...(kept && { variableDefinitions: kept }) },
      ...definitions.filter((node) => isFragment(node) && used.has(node)),
    ],
  });
}

/** The operation with other fields below its root field of this response key; `undefined`: it has none such. */
export function withSelection(
  operation: OperationDefinitionNode,
  field: string,
  selectionSet: SelectionSetNode,
): OperationDefinitionNode | undefined {
  let found = false;
  const selections = operation.selectionSet.selections.map((node) => {
    if (node.kind !== "Field" || responseKey(node) !== field) return node;
    found = true;
    return { ...node, selectionSet };
  });
  return found ? { ...operation, selectionSet: { ...operation.selectionSet, selections } } : undefined;
}
