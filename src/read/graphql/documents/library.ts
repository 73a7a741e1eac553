/** Operations and fragments of all files, by name. */
import {
  type DefinitionNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  parse,
  Source,
} from "graphql";
import type { Diagnostics, Place } from "../../../diagnostics.js";
import type { Fragments } from "../collect.js";
import type { OperationFile } from "../loaded.js";

export interface NamedOperation {
  readonly name: string;
  readonly operation: "query" | "mutation";
  readonly node: OperationDefinitionNode;
  readonly at: Place;
}

export interface OperationLibrary {
  readonly operations: readonly NamedOperation[];
  readonly fragments: Fragments;
}

/** What is wrong is reported as an error. Operations of imported files do not count. */
export function collectOperations(files: readonly OperationFile[], diagnostics: Diagnostics): OperationLibrary {
  const all = files.flatMap(({ file, text, imported }) =>
    definitionsOf(file, text, diagnostics).map((node) => ({ node, file, imported, at: placeOf(node, file) })),
  );
  const fragments = new Map<string, Found<FragmentDefinitionNode>>();
  const operations = new Map<string, Found<OperationDefinitionNode> & NamedOperation>();
  let subscriptions = 0;
  for (const { node, at, imported } of all) {
    if (node.kind === Kind.FRAGMENT_DEFINITION)
      addOnce(fragments, node.name.value, { node, at }, "fragment", diagnostics);
    else if (node.kind !== Kind.OPERATION_DEFINITION) {
      diagnostics.report("GRAPHQL_OPERATION_INVALID", { message: "this is neither an operation nor a fragment", at });
    } else if (imported) continue;
    else if (node.operation === "subscription") subscriptions += 1;
    else if (!node.name)
      diagnostics.report("GRAPHQL_OPERATION_UNNAMED", { message: `a ${node.operation} has no name`, at });
    else {
      const { value: name } = node.name;
      addOnce(operations, name, { name, operation: node.operation, node, at }, "operation", diagnostics);
    }
  }
  if (subscriptions > 0) {
    const what = subscriptions === 1 ? "1 subscription is" : `${subscriptions} subscriptions are`;
    diagnostics.report("SUBSCRIPTIONS_LEFT_OUT", { message: `${what} left out` });
  }
  return {
    operations: [...operations.values()],
    fragments: new Map([...fragments].map(([name, { node }]) => [name, node])),
  };
}

interface Found<N> {
  readonly node: N;
  readonly at: Place;
}

function addOnce<F extends Found<unknown>>(
  known: Map<string, F>,
  name: string,
  found: F,
  what: string,
  diagnostics: Diagnostics,
): void {
  const before = known.get(name);
  if (!before) {
    known.set(name, found);
    return;
  }
  const { file, line, column } = before.at;
  const message = `${what} ${name} is there already, in ${file}:${line}:${column}`;
  diagnostics.report("GRAPHQL_NAME_DUPLICATE", { message, at: found.at });
}

/** Loading has looked at depth and size before. */
const MAX_TOKENS = 5_000_000;

function definitionsOf(file: string, text: string, diagnostics: Diagnostics): readonly DefinitionNode[] {
  try {
    return parse(new Source(text, file), { maxTokens: MAX_TOKENS }).definitions;
  } catch (cause) {
    if (!(cause instanceof GraphQLError)) throw cause;
    const [at] = cause.locations ?? [];
    const message = cause.message.replace(/^Syntax Error: /, "");
    diagnostics.report("GRAPHQL_SYNTAX", { message, at: { file, pointer: "", ...at } });
    return [];
  }
}

function placeOf(node: DefinitionNode, file: string): Place {
  const name = "name" in node && node.name ? `#${node.name.value}` : "";
  const start = node.loc?.startToken;
  return { file, pointer: name, ...(start && { line: start.line, column: start.column }) };
}
