/** A root field → the one document that calls it. */
import {
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLArgument,
  Kind,
  type OperationTypeNode,
  type SelectionSetNode,
  type VariableDefinitionNode,
  visit,
} from "graphql";
import type { Policy } from "./policy.js";
import { validateDocument } from "./validate.js";

export interface OperationParts {
  readonly operation: "query" | "mutation";
  readonly field: string;
  readonly args: readonly GraphQLArgument[];
  readonly definitions: readonly VariableDefinitionNode[];
  readonly selection: SelectionSetNode | undefined;
}

/** `pet` → `Pet`. */
export function operationName(field: string): string {
  return field.charAt(0).toUpperCase() + field.slice(1);
}

export function buildDocument({ operation, field, args, definitions, selection }: OperationParts): DocumentNode {
  const root: FieldNode = {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: field },
    arguments: args.map(({ name }) => ({
      kind: Kind.ARGUMENT,
      name: { kind: Kind.NAME, value: name },
      value: { kind: Kind.VARIABLE, name: { kind: Kind.NAME, value: name } },
    })),
    ...(selection && { selectionSet: selection }),
  };
  return {
    kind: Kind.DOCUMENT,
    definitions: [
      {
        kind: Kind.OPERATION_DEFINITION,
        operation: operation as OperationTypeNode,
        name: { kind: Kind.NAME, value: operationName(field) },
        variableDefinitions: definitions,
        selectionSet: { kind: Kind.SELECTION_SET, selections: [root] },
      },
    ],
  };
}

export interface Checked {
  /** Undefined: no valid document can be made. */
  readonly document: DocumentNode | undefined;
  /** Fields that had to go, with the reason. */
  readonly dropped: readonly string[];
  /** The last error, where there is no document. */
  readonly message: string;
}

const MAX_ROUNDS = 20;

/** Takes out what makes a document invalid, field by field, until it is valid. */
export function checkDocument(given: DocumentNode, { schema }: Pick<Policy, "schema">): Checked {
  const dropped: string[] = [];
  let document = given;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const errors = validateDocument(schema, document);
    const [first] = errors;
    if (!first) return { document, dropped, message: "" };
    const wrong = new Set<ASTNode>(errors.flatMap((error) => error.nodes ?? []));
    const { left, gone } = without(document, wrong);
    if (gone.length === 0) return { document: undefined, dropped, message: first.message };
    dropped.push(...gone.map((name) => `${name} (${first.message})`));
    document = left;
  }
  return { document: undefined, dropped, message: "too much in it is invalid" };
}

/** Without the nearest fields around the given nodes, below the root field; of what is empty then, `__typename` is left. */
function without(
  document: DocumentNode,
  wrong: ReadonlySet<ASTNode>,
): { readonly left: DocumentNode; readonly gone: readonly string[] } {
  const doomed = new Set<FieldNode>();
  const stack: FieldNode[] = [];
  visit(document, {
    enter(node) {
      if (node.kind === Kind.FIELD) stack.push(node);
      const around = stack.at(-1);
      if (wrong.has(node) && around && stack.length > 1) doomed.add(around);
    },
    leave(node) {
      if (node.kind === Kind.FIELD) stack.pop();
    },
  });
  const left = visit(document, {
    Field: { enter: (node) => (doomed.has(node) ? null : undefined) },
    SelectionSet: {
      leave: (node) => (node.selections.length > 0 ? undefined : { ...node, selections: [TYPENAME] }),
    },
  });
  return { left, gone: [...doomed].map(({ name }) => name.value) };
}

const TYPENAME: FieldNode = { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } };
