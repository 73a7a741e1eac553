/** One operation with the fragments that it needs: checked, and as it is sent. */
import { type DocumentNode, type FragmentDefinitionNode, Kind, type OperationDefinitionNode, visit } from "graphql";
import type { Diagnostics } from "../../../diagnostics.js";
import type { Fragments } from "../collect.js";
import type { Policy } from "../policy.js";
import { validateDocument } from "../validate.js";
import type { NamedOperation } from "./library.js";

/**
 * The fragments in the order in which they are used; those that do not exist are for validation to report. Descriptions
 * stay behind: servers before September 2025 take them for errors, and graphql's rules for values of variables.
 */
export function withFragments(operation: OperationDefinitionNode, fragments: Fragments): DocumentNode {
  const used = new Set<FragmentDefinitionNode>();
  const open: (OperationDefinitionNode | FragmentDefinitionNode)[] = [operation];
  for (let next = open.shift(); next; next = open.shift()) {
    visit(next, {
      FragmentSpread({ name }) {
        const found = fragments.get(name.value);
        if (!found || used.has(found)) return;
        used.add(found);
        open.push(found);
      },
    });
  }
  return visit({ kind: Kind.DOCUMENT, definitions: [operation, ...used] } satisfies DocumentNode, {
    OperationDefinition: withoutDescription,
    VariableDefinition: withoutDescription,
    FragmentDefinition: withoutDescription,
  });
}

/** Whether the document fits the schema; every reason why not is reported with its place. */
export function isValid(
  document: DocumentNode,
  { name, at }: NamedOperation,
  { schema }: Pick<Policy, "schema">,
  diagnostics: Diagnostics,
): boolean {
  const errors = validateDocument(schema, document);
  for (const error of errors) {
    const [place] = error.locations ?? [];
    const where = { ...at, ...(error.source && { file: error.source.name }), ...place };
    diagnostics.report("GRAPHQL_OPERATION_INVALID", { message: `${name}: ${error.message}`, at: where });
  }
  const reserved = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION
      ? (node.variableDefinitions ?? []).filter(({ variable }) => variable.name.value.startsWith("__"))
      : [],
  );
  for (const { variable } of reserved) {
    const message = `${name}: $${variable.name.value} begins with __, as only GraphQL's own names do`;
    diagnostics.report("GRAPHQL_OPERATION_INVALID", { message, at });
  }
  return errors.length === 0 && reserved.length === 0;
}

function withoutDescription<N extends { readonly description?: unknown }>(node: N): Omit<N, "description"> | undefined {
  if (node.description === undefined) return undefined;
  const { description: _, ...rest } = node;
  return rest;
}
