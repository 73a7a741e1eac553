/** Loading GraphQL schemas, and asking endpoints for theirs. */
import type { Explanation } from "./explanation.js";

export type GraphqlLoadingCode =
  | "GRAPHQL_SYNTAX"
  | "GRAPHQL_INVALID"
  | "GRAPHQL_UNUSABLE"
  | "GRAPHQL_INTERNALS"
  | "INTROSPECTION_REFUSED"
  | "INTROSPECTION_DISABLED"
  | "INTROSPECTION_FAILED"
  | "INTROSPECTION_INVALID"
  | "SUBSCRIPTIONS_LEFT_OUT"
  | "ENDPOINT_MISSING"
  | "ENDPOINT_QUERY"
  | "AUTH_INVALID"
  | "CREDENTIAL_MISSING"
  | "CREDENTIAL_REFUSED";

export const graphqlLoading: Readonly<Record<GraphqlLoadingCode, Explanation>> = {
  GRAPHQL_SYNTAX: {
    severity: "error",
    title: "The text is no GraphQL",
    cause: "The parser cannot go on at the place given.",
    fix: "Correct the text there.",
  },
  GRAPHQL_INVALID: {
    severity: "warning",
    title: "The schema breaks the GraphQL specification",
    cause: "It is read as far as its meaning is clear; of what is defined twice, one definition counts.",
    fix: "Correct the schema; other tools may refuse it.",
  },
  GRAPHQL_UNUSABLE: {
    severity: "error",
    title: "No schema can be made of this",
    cause:
      'A schema is SDL (type Query { … }) or the result of an introspection ({ "__schema": … }), whole, with at least one root type.',
    fix: "Name all files of the schema, or take it from the service itself by its URL.",
  },
  GRAPHQL_INTERNALS: {
    severity: "info",
    title: "Parts that are not for callers are left out",
    cause:
      "Federation adds types and fields for gateways (join__, link__, _service, _entities), and hides @inaccessible ones.",
    fix: "Nothing to do.",
  },
  INTROSPECTION_REFUSED: {
    severity: "error",
    title: "The endpoint wants to know who asks",
    cause: "It answers 401 or 403, or says that nobody has logged in.",
    fix: "Name the scheme with --auth bearer, basic or header:<Name>, and put the credential into the variable; or download the schema and name the file, with --endpoint.",
  },
  INTROSPECTION_DISABLED: {
    severity: "error",
    title: "The endpoint does not tell its schema",
    cause: "Introspection is switched off, as many services do for production.",
    fix: "Take the schema from the service's documentation or repository, and name the file, with --endpoint.",
  },
  INTROSPECTION_FAILED: {
    severity: "error",
    title: "The endpoint's answer is no introspection",
    cause: "A GraphQL endpoint answers a POST with JSON that has data.__schema.",
    fix: "Check the address, which often ends in /graphql; or download the schema and name the file, with --endpoint.",
  },
  INTROSPECTION_INVALID: {
    severity: "warning",
    title: "Parts of the introspection cannot be used",
    cause: "Names match [_A-Za-z][_0-9A-Za-z]* and do not begin with __, and every type that is referred to is there.",
    fix: "Report it to those who run the service; what refers to these parts is left out.",
  },
  SUBSCRIPTIONS_LEFT_OUT: {
    severity: "info",
    title: "Subscriptions are no tools",
    cause: "A subscription answers with a stream of events that has no end, and a tool answers once.",
    fix: "Use a query that reads the same data.",
  },
  ENDPOINT_MISSING: {
    severity: "warning",
    title: "The service's address is not known",
    cause: "A schema does not say where its service is.",
    fix: "Give --endpoint at generation, or --base-url at run time.",
  },
  ENDPOINT_QUERY: {
    severity: "warning",
    title: "The endpoint's query is no part of the toolkit",
    cause: "A query may hold a key, and generated files hold no secret.",
    fix: "Where it holds none and is needed, give the whole URL with --endpoint.",
  },
  AUTH_INVALID: {
    severity: "error",
    title: "--auth is not understood",
    cause: "It is bearer, basic or header:<Name>, and the header is none that the transport sets.",
    fix: "Write --auth bearer, --auth basic, or --auth header:X-Api-Key.",
  },
  CREDENTIAL_MISSING: {
    severity: "warning",
    title: "The credential is not set",
    cause: "--auth names a scheme, and the environment has no value for it.",
    fix: "Set the variable, or leave --auth out where the service tells its schema to everybody.",
  },
  CREDENTIAL_REFUSED: {
    severity: "error",
    title: "The credential is not sent",
    cause: "Credentials go over https, or to this machine, and hold what a header may hold.",
    fix: "Use https, or download the schema and name the file, with --endpoint.",
  },
};
