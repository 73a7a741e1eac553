/** From a type to the selection of it: what an agent needs to know of a thing, and how to go on from it. */
import {
  type GraphQLCompositeType,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isObjectType,
} from "graphql";
import type { Field, Policy } from "../policy.js";
import { wordsOf } from "../words.js";
import { abstractSelection, MAX_FRAGMENT_LEAVES, MAX_FRAGMENT_OBJECTS } from "./abstract.js";
import { type Extent, REFERENCE } from "./extent.js";
import { isConnection, isEdge, isList, itemsField, sizeArgument } from "./kinds.js";
import { chooseLeaves } from "./leaves.js";
import { isLeafField, makeSelection, type Picked, type Selection } from "./tree.js";
import { leadsBack, type Walk } from "./walk.js";

/** Types within types; connections and edges cost no level, so what they lead to is counted. */
const MAX_PATH = 24;

/** Undefined: nothing in it is worth selecting. */
export function select(type: GraphQLCompositeType, extent: Extent, walk: Walk): Selection | undefined {
  if (walk.budget.left <= 0 || walk.budget.looks <= 0 || walk.path.length >= MAX_PATH) return undefined;
  const inside: Walk = { ...walk, path: [...walk.path, type] };
  const selection = isConnection(type)
    ? selectConnection(type, extent, inside)
    : isEdge(type)
      ? single(type, type.getFields()["node"], extent, inside)
      : isObjectType(type)
        ? selectObject(type, extent, inside)
        : selectAbstract(type, extent, inside);
  return selection && selection.size > 0 ? selection : undefined;
}

function selectObject(type: GraphQLObjectType, extent: Extent, walk: Walk): Selection {
  return makeSelection({ on: type, fields: pickFields(type, extent, walk) }, [], false);
}

/** Leaves, then the objects that they belong with, in the order of the schema. */
export function pickFields(
  type: GraphQLObjectType | GraphQLInterfaceType,
  extent: Extent,
  walk: Walk,
  without: ReadonlySet<string> = new Set(),
): readonly Picked[] {
  const { policy } = walk;
  const all = Object.values(type.getFields());
  walk.budget.looks -= all.length;
  const leaves = chooseLeaves(type, extent, policy, without);
  walk.budget.left -= leaves.fields.length;
  const picked = new Map<Field, Picked>(leaves.fields.map((field) => [field, { field }]));
  const composite = all.filter(
    (field) => !isLeafField(field) && !without.has(field.name) && policy.refusal(type, field) === undefined,
  );
  const add = (fields: readonly Field[], below: Extent | undefined, most: number): void => {
    let left = most;
    for (const field of fields) {
      if (left <= 0 || !below || picked.has(field)) continue;
      const one = pickObject(field, below, walk);
      if (!one) continue;
      picked.set(field, one);
      left -= 1;
    }
  };
  const wanted = composite.filter((field) => policy.isWanted(type, field));
  add(wanted, { ...REFERENCE, identity: false, leaves: MAX_FRAGMENT_LEAVES }, wanted.length);
  if (extent.unwrap && !leaves.named) {
    const { unwrap: _, ...inner } = extent;
    add(
      composite.filter((field) => HOLDER.test(field.name)),
      inner,
      2,
    );
  }
  const plain = composite.filter((field) => !isConnection(getNamedType(field.type)));
  const singles = plain.filter((field) => !isList(field.type));
  add(byWeight(extent.lists ? plain : singles), extent.below, extent.objects);
  // A value made of values, such as a price: its parts are what it is.
  if (extent.identity ? !leaves.named : picked.size === 0) add(singles, extent.through, MAX_FRAGMENT_OBJECTS);
  if (picked.size === 0) add(plain, extent.through, MAX_FRAGMENT_OBJECTS);
  if (picked.size === 0) add(composite, extent.through, 2);
  return all.flatMap((field) => picked.get(field) ?? []);
}

/** Fields that hold what their type is made for. */
const HOLDER = /^(?:data|results?|items?|nodes|rows|records|entries|list|hits|node|payload|edges|objects)$/;

/** Undefined: it leads back, or to nothing. */
export function pickObject(field: Field, extent: Extent, walk: Walk): Picked | undefined {
  const type = getNamedType(field.type);
  if (!isCompositeType(type) || walk.policy.isRoot(type)) return undefined;
  if (leadsBack(type, extent, walk)) return undefined;
  const selection = select(type, extent, walk);
  if (!selection || isBare(selection)) return undefined;
  const page = isConnection(type) ? pageOf(field) : undefined;
  walk.budget.left -= 1;
  return { field, selection, ...(page && { page }) };
}

function pageOf(field: Field): Picked["page"] {
  const argument = sizeArgument(field);
  return argument && { argument: argument.name, size: PAGE_SIZE };
}

/** Of connections within a selection. */
const PAGE_SIZE = 10;

/** `__typename` alone says too little to ask for an object. */
function isBare(selection: Selection): boolean {
  return selection.place.size === 0;
}

const HEAVY = new Set(
  "owner author creator user viewer assignee team project repository organization account customer parent milestone state status type category product item issue node".split(
    " ",
  ),
);

/** What most things are asked about first; the schema's order within. */
function byWeight(fields: readonly Field[]): readonly Field[] {
  const weighs = (field: Field): number => (HEAVY.has(wordsOf(field.name).at(-1) ?? "") ? 0 : 1);
  return fields.toSorted((a, b) => weighs(a) - weighs(b));
}

/** How many there are, how to go on, and the items; the connection itself costs no level. */
function selectConnection(type: GraphQLObjectType, extent: Extent, walk: Walk): Selection | undefined {
  const { policy } = walk;
  const fields = type.getFields();
  const ok = (field: Field | undefined): field is Field =>
    field !== undefined && policy.refusal(type, field) === undefined;
  const items = itemsField(type);
  if (!ok(items)) return undefined;
  const item = getNamedType(items.type);
  if (isCompositeType(item) && leadsBack(item, extent, walk)) return undefined;
  const selection = isCompositeType(item) ? select(item, extent, walk) : undefined;
  if (isCompositeType(item) && (!selection || isBare(selection)) && walk.path.length > 1) return undefined;
  const counts = [fields["totalCount"], fields["count"]].filter(ok).filter(isLeafField).slice(0, 1);
  const wanted = Object.values(fields).filter(
    (field) => isLeafField(field) && policy.isWanted(type, field) && ok(field) && !counts.includes(field),
  );
  const info = fields["pageInfo"];
  const pages = ok(info) ? pickPageInfo(info, policy) : [];
  const picked: readonly Picked[] = [
    ...[...counts, ...wanted].map((field) => ({ field })),
    ...pages,
    { field: items, ...(isCompositeType(item) && { selection: selection ?? bare(item) }) },
  ];
  walk.budget.left -= picked.length;
  return makeSelection({ on: type, fields: picked }, [], false);
}

function pickPageInfo(field: Field, policy: Policy): readonly Picked[] {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return [];
  const { hasNextPage, endCursor } = type.getFields();
  const fields = [hasNextPage, endCursor].flatMap((one) =>
    one && isLeafField(one) && policy.refusal(type, one) === undefined ? [{ field: one }] : [],
  );
  return fields.length === 0 ? [] : [{ field, selection: makeSelection({ on: type, fields }, [], false) }];
}

/** `{ node { … } }` */
function single(type: GraphQLObjectType, field: Field | undefined, extent: Extent, walk: Walk): Selection | undefined {
  const picked = field && walk.policy.refusal(type, field) === undefined && pickObject(field, extent, walk);
  return picked ? makeSelection({ on: type, fields: [picked] }, [], false) : undefined;
}

function selectAbstract(type: Exclude<GraphQLCompositeType, GraphQLObjectType>, extent: Extent, walk: Walk): Selection {
  const pick = (one: GraphQLObjectType | GraphQLInterfaceType, within: Extent, without: ReadonlySet<string>) =>
    pickFields(one, within, walk, without);
  return abstractSelection(type, extent, walk, pick);
}

function bare(type: GraphQLCompositeType): Selection {
  return makeSelection({ on: type, fields: [] }, [], true);
}
