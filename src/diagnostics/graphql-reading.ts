/** From a GraphQL schema and operation documents to tools. */
import type { Explanation } from "./explanation.js";

export type GraphqlReadingCode =
  | "GRAPHQL_SCALAR_UNKNOWN"
  | "GRAPHQL_SECRET_LEFT_OUT"
  | "GRAPHQL_FIELD_UNKNOWN"
  | "GRAPHQL_FIELD_DROPPED"
  | "GRAPHQL_OPERATION_INVALID"
  | "GRAPHQL_OPERATION_UNNAMED"
  | "GRAPHQL_NAME_DUPLICATE";

export const graphqlReading: Readonly<Record<GraphqlReadingCode, Explanation>> = {
  GRAPHQL_SCALAR_UNKNOWN: {
    severity: "info",
    title: "Custom scalars take any value",
    cause: "GraphQL gives them a name and nothing more, and the name is none of those that mean the same everywhere.",
    fix: "Give their JSON Schemas with --scalars <file>.",
  },
  GRAPHQL_SECRET_LEFT_OUT: {
    severity: "info",
    title: "Fields that look like credentials are not selected",
    cause: "What a tool returns is read by a model, and may end up in its answers and logs.",
    fix: "If it is needed and harmless, select it with --select Type.field.",
  },
  GRAPHQL_FIELD_UNKNOWN: {
    severity: "warning",
    title: "--select or --omit names a field that cannot be selected",
    cause: "The type or the field does not exist, or the field needs arguments.",
    fix: "Write it as Type.field, by the names of the schema; for fields with arguments write an operation and use --operations.",
  },
  GRAPHQL_FIELD_DROPPED: {
    severity: "warning",
    title: "A field is left out, as the document would not be valid with it",
    cause: "The schema contradicts itself at this field.",
    fix: "Correct the schema, or write the operation by hand and use --operations.",
  },
  GRAPHQL_OPERATION_INVALID: {
    severity: "error",
    title: "An operation document does not fit the schema",
    cause: "GraphQL's validation rules (§5) refuse it, so the service would, too.",
    fix: "Correct the operation, or generate from the service's current schema.",
  },
  GRAPHQL_OPERATION_UNNAMED: {
    severity: "error",
    title: "An operation has no name",
    cause: "The name of an operation becomes that of its tool.",
    fix: "Name it: query ListPets { … }.",
  },
  GRAPHQL_NAME_DUPLICATE: {
    severity: "error",
    title: "Two operations or two fragments have the same name",
    cause: "Names of operations and of fragments are unique over all files.",
    fix: "Rename one of them.",
  },
};
