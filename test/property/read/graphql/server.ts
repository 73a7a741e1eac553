import {
  execute,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredInputField,
  parse,
} from "graphql";
import type { GraphqlPlan } from "../../../../src/tool/types.js";

const LEAVES: Readonly<Record<string, unknown>> = {
  Int: 7,
  Float: 1.5,
  String: "s",
  Boolean: true,
  ID: "1",
  JSON: { a: [1] },
  Date: "2020-01-01",
  BigInt: "12345678901234567890",
};

/** Answers an operation with made-up data; `seed` decides over nulls and types. */
export function answer(
  schema: GraphQLSchema,
  plan: GraphqlPlan,
  variables: Readonly<Record<string, unknown>>,
  seed: number,
) {
  let state = seed;
  const chance = (of: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % of;
  };
  const value = (type: GraphQLOutputType): unknown => {
    if (isNonNullType(type)) return filled(type.ofType);
    return chance(4) === 0 ? null : filled(type);
  };
  const filled = (type: GraphQLOutputType): unknown => {
    if (isListType(type)) return Array.from({ length: chance(3) }, () => value(type.ofType));
    if (isEnumType(type)) return type.getValues()[chance(type.getValues().length)]?.value;
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : isObjectType(type) ? [type] : [];
    if (possible.length > 0) return { __typename: possible[chance(possible.length)]?.name };
    return LEAVES[String(type)];
  };
  return execute({
    schema,
    document: parse(plan.document, { maxTokens: 20_000 }),
    variableValues: variables,
    fieldResolver: (_source, _args, _context, info) => value(info.returnType),
    typeResolver: (source) => (source as { readonly __typename: string }).__typename,
  });
}

/** The least that a type takes. */
export function leastOf(type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return leastFilled(type.ofType);
  return null;
}

function leastFilled(type: GraphQLInputType): unknown {
  if (isListType(type)) return [];
  if (isEnumType(type)) return type.getValues().findLast(({ deprecationReason }) => deprecationReason == null)?.name;
  if (!isInputObjectType(type)) return LEAVES[String(type)] ?? "x";
  if (type.isOneOf) return { a: 1 };
  const fields = Object.values(type.getFields()).filter(isRequiredInputField);
  // graphql reads what an object inherits, too.
  return Object.assign(
    Object.create(null),
    Object.fromEntries(fields.map((field) => [field.name, leastOf(field.type)])),
  );
}

/** As the runtime does it: what has an alias gets its own name back. */
export function nameBack(value: unknown, aliases: Readonly<Record<string, string>>, place = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => nameBack(item, aliases, place));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const below = `${place}/${key}`;
      return [aliases[below] ?? key, nameBack(item, aliases, below)];
    }),
  );
}
