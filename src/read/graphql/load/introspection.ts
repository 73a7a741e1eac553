/** The result of an introspection → a schema. Whoever made it is not trusted: what is not sound is left out, and said. */
import { buildClientSchema, GraphQLSchema, type IntrospectionQuery, specifiedDirectives } from "graphql";
import { ReadFault } from "../../source/fault.js";
import { type Data, isData, soundParts } from "./inspection.js";
import type { GraphqlLimits } from "./limits.js";

export interface Introspected {
  readonly schema: GraphQLSchema;
  /** What was left out, in words. */
  readonly dropped: readonly string[];
}

/** `value`: parsed JSON, `{ __schema }` or `{ data: { __schema } }`. Throws `ReadFault`. */
export function readIntrospection(value: unknown, limits: GraphqlLimits): Introspected {
  const root = isData(value) ? value : {};
  const data = isData(root["data"]) ? root["data"] : root;
  const schema = data["__schema"];
  if (!isData(schema) || !Array.isArray(schema["types"])) {
    throw new ReadFault("GRAPHQL_UNUSABLE", errorsIn(root) ?? "it is JSON, but has neither __schema nor data.__schema");
  }
  if (schema["types"].length > limits.types) {
    throw new ReadFault("LIMIT_EXCEEDED", `more than ${limits.types} types`);
  }
  const { schema: sound, dropped } = soundParts(schema);
  try {
    const built = buildClientSchema({ __schema: sound } as unknown as IntrospectionQuery);
    // Fields are read when they are first asked for, and may only then turn out to be wrong.
    for (const type of Object.values(built.getTypeMap())) if ("getFields" in type) type.getFields();
    return { schema: withOwnDirectives(built), dropped };
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new ReadFault("GRAPHQL_UNUSABLE", `the introspection cannot be used: ${cause.message}`, {}, cause);
  }
}

function errorsIn(root: Data): string | undefined {
  const [first] = Array.isArray(root["errors"]) ? root["errors"] : [];
  const message = isData(first) && typeof first["message"] === "string" ? first["message"] : undefined;
  return message === undefined
    ? undefined
    : `it is the answer to an introspection that failed: ${message.slice(0, 300)}`;
}

/** Every service takes `@skip` and `@include`, whether its introspection lists them or not. */
function withOwnDirectives(schema: GraphQLSchema): GraphQLSchema {
  const missing = specifiedDirectives.filter(({ name }) => !schema.getDirective(name));
  if (missing.length === 0) return schema;
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, directives: [...config.directives, ...missing] });
}
