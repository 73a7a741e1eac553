/** One tool for each operation that people wrote. */
import { type DocumentNode, GraphQLNonNull, type GraphQLObjectType, print } from "graphql";
import type { JsonSchema } from "../../../tool/json-schema.js";
import { type Collected, createCollector } from "../collect.js";
import type { GraphqlCandidate, GraphqlDetail } from "../draft.js";
import { orNull } from "../input-types.js";
import type { OperationFile } from "../loaded.js";
import { type OutputContext, outputSchema } from "../output.js";
import type { OperationReader, ReaderContext } from "../reader.js";
import { isMany } from "../selection/kinds.js";
import { planVariables } from "../variables.js";
import { textOf } from "./comments.js";
import { isValid, withFragments } from "./document.js";
import { collectOperations, type NamedOperation } from "./library.js";
import { variablesOf } from "./variables.js";

export function createDocumentReader(files: readonly OperationFile[], context: ReaderContext): OperationReader {
  const { policy, diagnostics } = context;
  const { schema } = policy;
  const { operations, fragments } = collectOperations(files, diagnostics);
  const byName = new Map(operations.map((one) => [one.name, one]));
  const results: OutputContext = { ...context, fragments, nameBack: false };
  const collector = createCollector(results);
  const rootOf = ({ operation }: Pick<NamedOperation, "operation">): GraphQLObjectType | undefined =>
    (operation === "query" ? schema.getQueryType() : schema.getMutationType()) ?? undefined;
  const rootFields = (one: NamedOperation): ReadonlyMap<string, Collected> => {
    const on = rootOf(one);
    return on ? collector.fields(on, [{ on, set: one.node.selectionSet }]) : new Map();
  };

  const candidate = (one: NamedOperation): GraphqlCandidate => {
    const fields = [...rootFields(one).values()].map(({ field }) => field);
    const only = fields.length === 1 ? fields[0] : undefined;
    const description = textOf(one.node);
    const said = description || only?.description || "";
    return {
      operation: one.operation,
      field: only?.name ?? null,
      fields: fields.map(({ name }) => name),
      many: only !== undefined && isMany(only),
      operationName: one.name,
      label: one.name,
      ...(said !== "" && { description: said }),
      deprecated: false,
      at: one.at,
    };
  };

  const detail = (one: NamedOperation, document: DocumentNode): GraphqlDetail => {
    const fields = [...rootFields(one)];
    const [[key, only] = ["", undefined]] = fields.length === 1 ? fields : [];
    const { schema: input, plan } = planVariables(variablesOf(one.node, document, schema, context), context);
    const output = only ? fieldOutput(only, results) : wholeOutput(one, rootOf(one), results);
    return {
      input,
      ...(output !== undefined && { output }),
      graphql: {
        operation: one.operation,
        document: print(document),
        operationName: one.name,
        ...(only && { field: only.field.name, ...(key !== only.field.name && { alias: key }) }),
        ...plan,
      },
    };
  };

  return {
    operations: operations.map(candidate),
    read({ operationName }) {
      const one = byName.get(operationName ?? "");
      if (!one) return undefined;
      const document = withFragments(one.node, fragments);
      return isValid(document, one, policy, diagnostics) ? detail(one, document) : undefined;
    },
  };
}

function fieldOutput({ field, sets, always }: Collected, context: OutputContext): JsonSchema {
  const schema = outputSchema(field.type, sets, context);
  // @skip and @include may leave it out.
  return always ? schema : orNull(schema);
}

function wholeOutput(
  { node }: NamedOperation,
  root: GraphQLObjectType | undefined,
  context: OutputContext,
): JsonSchema | undefined {
  return root && outputSchema(new GraphQLNonNull(root), [{ on: root, set: node.selectionSet }], context);
}
