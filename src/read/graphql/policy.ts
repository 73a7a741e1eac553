/** Which fields may be selected without being asked for, and why others may not. */
import {
  type GraphQLField,
  type GraphQLNamedOutputType,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isLeafType,
  isRequiredArgument,
} from "graphql";
import type { ReadGraphqlOptions } from "./draft.js";
import { isTextual, type Scalars } from "./scalars.js";
import { isSecretName } from "./words.js";

export type Field = GraphQLField<unknown, unknown>;

export type Refusal = "omitted" | "reserved" | "required argument" | "deprecated" | "internal" | "secret" | "bulky";

export interface Policy {
  readonly schema: GraphQLSchema;
  /** Why a field of a type is left out; undefined: it may be selected. What `select` names is only refused where it cannot be selected. */
  refusal(parent: GraphQLNamedType, field: Field): Refusal | undefined;
  /** `select` names it. */
  isWanted(parent: GraphQLNamedType, field: Field): boolean;
  /** The root operation types: to enter one again would leave the root field. */
  isRoot(type: GraphQLNamedType): boolean;
}

/** `Type.field` of both lists counts for every object type that implements an interface named there, too. */
export function createPolicy(schema: GraphQLSchema, options: ReadGraphqlOptions, scalars: Scalars): Policy {
  const wanted = new Set(options.select);
  const omitted = new Set(options.omit);
  const roots = new Set<GraphQLNamedType | null | undefined>([
    schema.getQueryType(),
    schema.getMutationType(),
    schema.getSubscriptionType(),
  ]);
  const named = (list: ReadonlySet<string>, parent: GraphQLNamedType, field: Field): boolean => {
    if (list.size === 0) return false;
    if (list.has(`${parent.name}.${field.name}`)) return true;
    return "getInterfaces" in parent && parent.getInterfaces().some((one) => list.has(`${one.name}.${field.name}`));
  };
  const isWanted: Policy["isWanted"] = (parent, field) => named(wanted, parent, field);
  return {
    schema,
    isWanted,
    isRoot: (type) => roots.has(type),
    refusal(parent, field) {
      if (named(omitted, parent, field)) return "omitted";
      if (field.name.startsWith("__")) return "reserved";
      if (field.args.some(isRequiredArgument)) return "required argument";
      if (isWanted(parent, field)) return undefined;
      if (field.deprecationReason != null) return "deprecated";
      const type = getNamedType(field.type);
      if (!isLeafType(type)) return undefined;
      if (INTERNAL.test(field.description ?? "")) return "internal";
      if (isSecret(field, type, scalars)) return "secret";
      return isBulky(field, type) ? "bulky" : undefined;
    },
  };
}

/** How Linear and others mark what is not for the public. */
const INTERNAL = /^\s*\[(?:internal|deprecated)\]/i;

/** A leaf that holds text, and by its name a credential: numbers, dates and enums of such names tell of one only. */
export function isSecret(field: Field, type: GraphQLNamedOutputType, scalars: Scalars): boolean {
  return !isEnumType(type) && isSecretName(field.name) && isTextual(scalars.output(type.name));
}

const BULKY_TYPE = /^(?:html|base64|bytes?|bytea|x509)/i;
const BULKY_NAME = /(?:html|base64)$/i;

function isBulky(field: Field, type: GraphQLNamedOutputType): boolean {
  return !isEnumType(type) && (BULKY_TYPE.test(type.name) || BULKY_NAME.test(field.name));
}
