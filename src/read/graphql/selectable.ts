/** Which fields a model may choose: all that could be selected without arguments, of every type that a tool may return. */
import {
  type GraphQLCompositeType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import type { GraphqlSelect, GraphqlSelectable } from "../../tool/types.js";
import { cap } from "../text.js";
import type { Field, Policy } from "./policy.js";

export interface Selectable {
  /** Undefined: the field is a leaf, and there is nothing to choose. */
  of(
    field: Field,
    taken: ReadonlySet<string>,
  ): { readonly plan: GraphqlSelect; readonly schema: JsonSchemaObject } | undefined;
}

const ARGUMENTS = ["select", "select_fields", "toolgen_select"];
const MAX_FIELDS_TEXT = 600;

/** All tools share one object of types. */
export function createSelectable(policy: Policy): Selectable {
  const types: Readonly<Record<string, GraphqlSelectable>> = typesOf(policy);
  return {
    of(field, taken) {
      const { name } = getNamedType(field.type);
      const type = Object.hasOwn(types, name) ? types[name] : undefined;
      const arg = ARGUMENTS.find((one) => !taken.has(one));
      if (!type || arg === undefined || policy.isRoot(getNamedType(field.type))) return undefined;
      const names = Object.entries(type.fields).map(([key, below]) => (below === "" ? key : `${key} {…}`));
      const description =
        `Fields of the answer in place of the usual ones, as "id author { login }" or { "id": true, "author": { "login": true } }. ` +
        `${name} has: ${cap(names.join(", "), MAX_FIELDS_TEXT)}`;
      return { plan: { arg, type: name, types }, schema: { type: ["string", "object"], description } };
    },
  };
}

function typesOf(policy: Policy): Readonly<Record<string, GraphqlSelectable>> {
  const { schema } = policy;
  const entries = Object.values(schema.getTypeMap())
    .filter(
      (type): type is GraphQLCompositeType =>
        isCompositeType(type) && !type.name.startsWith("__") && !policy.isRoot(type),
    )
    .map((type): [string, GraphqlSelectable] => {
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type).map(({ name }) => name) : undefined;
      return [type.name, { fields: fieldsOf(type, policy), ...(possible && { possible }) }];
    });
  return Object.fromEntries(entries);
}

/** What is deprecated or bulky may be asked for; what looks like a credential may not. */
function fieldsOf(type: GraphQLCompositeType, policy: Policy): Readonly<Record<string, string>> {
  if (!isObjectType(type) && !isInterfaceType(type)) return {};
  const entries = Object.values(type.getFields()).flatMap((field): [string, string][] => {
    const why = policy.refusal(type, field);
    if (why !== undefined && why !== "deprecated" && why !== "bulky") return [];
    const below = getNamedType(field.type);
    if (policy.isRoot(below)) return [];
    return [[field.name, isCompositeType(below) ? below.name : ""]];
  });
  return Object.fromEntries(entries);
}
