/** One tool for each root field. */
import {
  type FieldNode,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  Kind,
  type OperationDefinitionNode,
  print,
} from "graphql";
import type { Place } from "../../diagnostics.js";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import type { GraphqlPlan } from "../../tool/types.js";
import { aliasesOf } from "./aliases.js";
import type { GraphqlCandidate, GraphqlDetail } from "./draft.js";
import { type Input, readInput } from "./input.js";
import { buildDocument, checkDocument, operationName } from "./operation.js";
import { outputSchema } from "./output.js";
import type { Field } from "./policy.js";
import type { OperationReader, ReaderContext } from "./reader.js";
import { createSelectable } from "./selectable.js";
import { isMany } from "./selection/kinds.js";
import { selectRoot } from "./selection/root.js";

export function createRootReader(context: ReaderContext): OperationReader {
  const { policy, options, diagnostics, loaded } = context;
  const { schema } = policy;
  const selectable = options.chooseFields ? createSelectable(policy) : undefined;
  const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
  const fieldOf = (candidate: GraphqlCandidate): Field | undefined =>
    roots[candidate.operation]?.getFields()[candidate.field ?? ""];

  const document = (candidate: GraphqlCandidate, field: Field, input: Input): OperationDefinitionNode | undefined => {
    const { operation, label, at } = candidate;
    const where = at && { at };
    const selection = selectRoot(field, operation, policy, options);
    const built = buildDocument({
      operation,
      field: field.name,
      args: input.args,
      definitions: input.definitions,
      selection,
    });
    const checked = checkDocument(built, policy);
    for (const what of checked.dropped) {
      diagnostics.report("GRAPHQL_FIELD_DROPPED", { message: `${label}: without ${what}`, ...where });
    }
    const [definition] = checked.document?.definitions ?? [];
    if (definition?.kind === Kind.OPERATION_DEFINITION) return definition;
    diagnostics.report("OPERATION_SKIPPED", { message: `${label}: ${checked.message}`, ...where });
    return undefined;
  };

  return {
    operations: [
      ...candidatesOf("query", roots.query, loaded.source.file),
      ...candidatesOf("mutation", roots.mutation, loaded.source.file),
    ],
    read(candidate): GraphqlDetail | undefined {
      const field = fieldOf(candidate);
      if (!field) return undefined;
      const input = readInput(field, context);
      const definition = document(candidate, field, input);
      const [root] = definition?.selectionSet.selections ?? [];
      if (!definition || root?.kind !== Kind.FIELD) return undefined;
      const chosen = selectable?.of(field, new Set(Object.keys(input.schema.properties ?? {})));
      const aliases = root.selectionSet ? aliasesOf(root.selectionSet) : {};
      const graphql: GraphqlPlan = {
        operation: candidate.operation,
        document: print(definition),
        operationName: operationName(field.name),
        field: field.name,
        ...input.plan,
        ...(Object.keys(aliases).length > 0 && { aliases }),
        ...(chosen && { select: chosen.plan }),
      };
      return {
        input: chosen ? withProperty(input.schema, chosen.plan.arg, chosen.schema) : input.schema,
        // What a model chooses is of no shape that is known now.
        ...(!chosen && { output: outputOf(field, root, context) }),
        graphql,
      };
    },
  };
}

function outputOf(field: Field, root: FieldNode, context: ReaderContext): NonNullable<GraphqlDetail["output"]> {
  const type = getNamedType(field.type);
  const sets = root.selectionSet && isCompositeType(type) ? [{ on: type, set: root.selectionSet }] : [];
  return outputSchema(field.type, sets, { ...context, fragments: new Map(), nameBack: true });
}

function withProperty(schema: JsonSchemaObject, name: string, added: JsonSchemaObject): JsonSchemaObject {
  const properties = Object.assign(Object.create(null), schema.properties, { [name]: added });
  return { ...schema, properties };
}

const KINDS = { query: "Query", mutation: "Mutation" } as const;

function candidatesOf(
  operation: "query" | "mutation",
  type: GraphQLObjectType | null | undefined,
  file: string,
): readonly GraphqlCandidate[] {
  if (!type) return [];
  return Object.values(type.getFields())
    .filter(({ name }) => !name.startsWith("__"))
    .map((field) => {
      const label = `${KINDS[operation]}.${field.name}`;
      return {
        operation,
        field: field.name,
        fields: [field.name],
        many: isMany(field),
        operationName: null,
        label,
        ...(field.description != null && { description: field.description }),
        deprecated: field.deprecationReason != null,
        at: placeOf(field, label, file),
      };
    });
}

function placeOf(field: Field, label: string, file: string): Place {
  const { loc } = field.astNode ?? {};
  return {
    file: loc?.source.name ?? file,
    pointer: `#${label}`,
    ...(loc && { line: loc.startToken.line, column: loc.startToken.column }),
  };
}
