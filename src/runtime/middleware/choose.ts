/** Where a model may choose the fields of an answer: its choice becomes part of the document, below the fixed root field. */
import type { GraphqlToolDefinition } from "../../tool/types.js";
import type { Call, Middleware } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { ChoiceError, readChoice } from "../graphql/choice.js";
import { loadGraphql, operationOf, printed, withSelection } from "../graphql/document.js";
import { selectionOf } from "../graphql/select.js";

/** Stands after `validate`: a choice that cannot be is a wrong argument, and costs nothing. */
export const choose: Middleware = async (call, next) => {
  const { tool } = call;
  if (!("graphql" in tool) || tool.graphql.select === undefined) return next(call);
  const { [tool.graphql.select.arg]: given, ...args } = call.args;
  if (given === undefined || given === null) return next({ ...call, args });
  return next({ ...call, args, tool: await chosen(tool, given, call) });
};

async function chosen(tool: GraphqlToolDefinition, given: unknown, call: Call): Promise<GraphqlToolDefinition> {
  const { select, field, document: text } = tool.graphql;
  if (select === undefined || field === undefined) return tool;
  const graphql = await loadGraphql();
  const document = graphql.parse(text);
  const operation = operationOf(document);
  const at = `/${select.arg}`;
  try {
    const { set, aliases } = selectionOf(graphql, select, readChoice(graphql, given, at), at);
    const changed = operation && withSelection(operation, field, set);
    if (!changed) return tool;
    const definitions = document.definitions.map((node) => (node === operation ? changed : node));
    // The output schema tells of the fields that were not chosen.
    const { output: _, ...rest } = tool;
    return { ...rest, graphql: { ...tool.graphql, document: printed(graphql, document, definitions), aliases } };
  } catch (cause) {
    if (!(cause instanceof ChoiceError)) throw cause;
    const { path, message } = cause.issue;
    throw new ToolError(
      "invalid_arguments",
      `The choice of fields does not fit ${call.name}: ${path.slice(1)}: ${message}`,
      {
        issues: [cause.issue],
        hint: `Correct it and call again, or leave ${select.arg} out for the usual fields.`,
      },
    );
  }
}
