/** The result of an introspection → a schema. Whoever made it is not trusted: what is not sound is left out, and said. */
import {
  buildClientSchema,
  GraphQLSchema,
  type IntrospectionQuery,
  parseConstValue,
  specifiedDirectives,
} from "graphql";
import { ReadFault } from "../../source/fault.js";
import { endlessDefaults, type InputValue } from "./endless.js";
import { type Data, isData, type Sound, soundParts } from "./inspection.js";
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
  const { schema: sound, dropped } = withEndingDefaults(soundParts(schema));
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

interface Inspected extends InputValue {
  readonly value: Data;
}

function withEndingDefaults({ schema, dropped }: Sound): Sound {
  const types = new Map<string, ReadonlyMap<string, Inspected>>();
  const inputs: Inspected[] = [];
  const read = (values: unknown): readonly Inspected[] => {
    const found = partsOf(values).map((value) => ({
      type: namedType(value["type"]),
      literal: literalOf(value),
      value,
    }));
    inputs.push(...found);
    return found;
  };
  for (const { name, inputFields, fields } of partsOf(schema["types"])) {
    for (const { args } of partsOf(fields)) read(args);
    types.set(String(name), new Map(read(inputFields).map((input) => [String(input.value["name"]), input])));
  }
  for (const { args } of partsOf(schema["directives"])) read(args);
  const lost = new Set([...endlessDefaults(inputs, (type) => types.get(type))].map(({ value }) => value));
  if (lost.size === 0) return { schema, dropped };
  const drop = (values: unknown): readonly Data[] =>
    partsOf(values).map((value) => (lost.has(value) ? { ...value, defaultValue: null } : value));
  const withArgs = (owner: Data): Data => ({ ...owner, args: drop(owner["args"]) });
  return {
    schema: {
      ...schema,
      types: partsOf(schema["types"]).map((type) => ({
        ...type,
        ...(type["inputFields"] !== undefined && { inputFields: drop(type["inputFields"]) }),
        ...(type["fields"] !== undefined && { fields: partsOf(type["fields"]).map(withArgs) }),
      })),
      directives: partsOf(schema["directives"]).map(withArgs),
    },
    dropped: [...dropped, ...[...lost].map(({ name }) => `the default of ${String(name)}, which has no end,`)],
  };
}

const partsOf = (values: unknown): readonly Data[] => (Array.isArray(values) ? values.filter(isData) : []);

function namedType(type: unknown): string {
  if (!isData(type)) return "";
  return isData(type["ofType"]) ? namedType(type["ofType"]) : String(type["name"]);
}

function literalOf({ defaultValue }: Data): InputValue["literal"] {
  return typeof defaultValue === "string" ? parseConstValue(defaultValue) : undefined;
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
