/** The selection below a root field. */
import {
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
  type SelectionSetNode,
} from "graphql";
import type { Field, Policy } from "../policy.js";
import { abstractSelection } from "./abstract.js";
import { type Extent, entityExtent, writtenExtent } from "./extent.js";
import { isConnection, isErrorList, isList, isPayload } from "./kinds.js";
import { chooseLeaves } from "./leaves.js";
import { pickFields, pickObject, select } from "./select.js";
import { isLeafField, makeSelection, type Picked, type Selection } from "./tree.js";
import type { Walk } from "./walk.js";

export interface SelectionOptions {
  readonly depth?: number;
}

/** Of all fields in one document. */
const MAX_FIELDS = 1_000;
/** For one document. The widest of GitHub looks at 5,000. */
const MAX_LOOKS = 50_000;
/** Deeper selections are made of types that come again: nothing is in them that a second call would not give. */
const MAX_DEPTH = 8;

/** Undefined: the field is a leaf. */
export function selectRoot(
  field: Field,
  operation: "query" | "mutation",
  policy: Policy,
  options: SelectionOptions,
): SelectionSetNode | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type)) return undefined;
  const depth = options.depth === undefined ? undefined : Math.min(options.depth, MAX_DEPTH);
  // What does not fit is tried with a level less.
  for (let level = depth; ; level = level === 0 ? undefined : (level ?? 0) - 1) {
    const budget = { left: MAX_FIELDS, looks: MAX_LOOKS };
    const walk: Walk = { policy, path: [], budget };
    const selection = attempt(type, isList(field.type), operation, level, walk);
    const fits = budget.left > 0 && budget.looks > 0;
    if (fits || level === undefined) return (selection ?? typenameOf(type)).node;
  }
}

function attempt(
  type: GraphQLCompositeType,
  list: boolean,
  operation: "query" | "mutation",
  depth: number | undefined,
  walk: Walk,
): Selection | undefined {
  // `Query.relay: Query!` leads back to where it came from.
  if (walk.policy.isRoot(type) && isObjectType(type)) {
    const leaves = chooseLeaves(type, entityExtent(false, undefined), walk.policy);
    const fields = leaves.fields.map((field) => ({ field }));
    return fields.length === 0 ? undefined : makeSelection({ on: type, fields }, [], false);
  }
  if (operation === "mutation") return selectWritten(type, depth, walk);
  return select(type, entityExtent(list || isConnection(type), depth), walk);
}

function selectWritten(type: GraphQLCompositeType, depth: number | undefined, walk: Walk): Selection | undefined {
  if (isConnection(type)) return select(type, writtenExtent(false, depth), walk);
  const inside: Walk = { ...walk, path: [type] };
  const pick = (one: GraphQLObjectType | GraphQLInterfaceType, without: ReadonlySet<string>): readonly Picked[] =>
    isPayload(one)
      ? pickPayload(one, writtenExtent(true, depth), inside, without)
      : pickFields(one, writtenExtent(false, depth), inside, without);
  if (!isObjectType(type)) {
    return abstractSelection(type, writtenExtent(false, depth), inside, (one, _, without) => pick(one, without));
  }
  const fields = pick(type, new Set());
  return fields.length === 0 ? undefined : makeSelection({ on: type, fields }, [], false);
}

const PAYLOAD_LEAVES = 20;
const ERROR_EXTENT: Extent = { leaves: 6, identity: false, objects: 0, lists: false };
/** Of one payload. */
const MAX_ENTITIES = 12;

/** Why it failed, in full; what was written, by its identity. */
function pickPayload(
  type: GraphQLObjectType,
  extent: Extent,
  walk: Walk,
  without: ReadonlySet<string>,
): readonly Picked[] {
  const { policy } = walk;
  const known = new Set([...without, "clientMutationId"]);
  const leaves = chooseLeaves(type, { leaves: PAYLOAD_LEAVES, identity: false }, policy, known);
  const leafSet = new Set(leaves.fields);
  let left = MAX_ENTITIES;
  const picked: Picked[] = [];
  const paged: Field[] = [];
  for (const field of Object.values(type.getFields())) {
    if (leafSet.has(field)) picked.push({ field });
    if (isLeafField(field) || without.has(field.name) || policy.refusal(type, field) !== undefined) continue;
    if (isConnection(getNamedType(field.type)) && !policy.isWanted(type, field)) {
      paged.push(field);
      continue;
    }
    if (left <= 0) continue;
    const one = pickObject(field, isErrorList(field) ? ERROR_EXTENT : extent, walk);
    if (!one) continue;
    left -= 1;
    picked.push(one);
  }
  if (picked.length > 0) return picked;
  // Where a payload has nothing but connections, the first of them.
  for (const field of paged) {
    const one = pickObject(field, extent, walk);
    if (one) return [one];
  }
  return [];
}

function typenameOf(type: GraphQLCompositeType): Selection {
  return makeSelection({ on: type, fields: [] }, [], true);
}
