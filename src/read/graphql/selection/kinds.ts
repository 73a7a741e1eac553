/** What a type is by its form: a page of a list, an entry of one, what a mutation answers with. */
import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";
import type { Field } from "../policy.js";

/** Relay's connections, and their like with `nodes` in place of edges. */
export function isConnection(type: GraphQLNamedType): type is GraphQLObjectType {
  if (!isObjectType(type) && !isInterfaceType(type)) return false;
  const { pageInfo } = type.getFields();
  return (
    pageInfo !== undefined &&
    isCompositeType(getNamedType(pageInfo.type)) &&
    itemsField(type as GraphQLObjectType) !== undefined
  );
}

/** `nodes`, else `edges`. */
export function itemsField(type: GraphQLObjectType): Field | undefined {
  const { nodes, edges } = type.getFields();
  if (nodes && isList(nodes.type)) return nodes;
  return edges && isList(edges.type) && isCompositeType(getNamedType(edges.type)) ? edges : undefined;
}

/** An entry of a connection: `{ cursor node }`. */
export function isEdge(type: GraphQLNamedType): type is GraphQLObjectType {
  if (!isObjectType(type)) return false;
  const { node, cursor } = type.getFields();
  return (
    node !== undefined &&
    isCompositeType(getNamedType(node.type)) &&
    (cursor !== undefined || type.name.endsWith("Edge"))
  );
}

const PAYLOAD_NAME = /(?:payload|response|result|output|return)$/i;
const PAYLOAD_FIELDS = ["clientMutationId", "success", "ok", "userErrors", "errors", "affected_rows"];

/** What a mutation returns in place of the thing that it wrote. */
export function isPayload(type: GraphQLNamedType): type is GraphQLObjectType {
  if (!isObjectType(type)) return false;
  const fields = type.getFields();
  return PAYLOAD_NAME.test(type.name) || PAYLOAD_FIELDS.some((name) => fields[name] !== undefined);
}

/** `errors`, `userErrors`, `checkoutUserErrors`, `messages`: why a write was refused. */
export function isErrorList(field: Field): boolean {
  return isList(field.type) && /errors$|^messages$/i.test(field.name);
}

/** A list, or a connection. */
export function isMany({ type }: Field): boolean {
  return isList(type) || isConnection(getNamedType(type));
}

export function isList(type: GraphQLOutputType): boolean {
  return isListType(isNonNullType(type) ? type.ofType : type);
}

const SIZES = ["first", "limit", "pageSize", "perPage", "take"];

/** The argument that says how many items a connection gives; `first` before others. */
export function sizeArgument(field: Field): GraphQLArgument | undefined {
  const sizes = field.args.filter((arg) => getNamedType(arg.type).name === "Int" && !isListType(arg.type));
  return SIZES.map((name) => sizes.find((arg) => arg.name === name)).find((arg) => arg !== undefined);
}
