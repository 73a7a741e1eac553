/** A selection set while it is made, and its form as a document's part. */
import {
  type FieldNode,
  type GraphQLCompositeType,
  getNamedType,
  isCompositeType,
  Kind,
  type NameNode,
  type SelectionNode,
  type SelectionSetNode,
} from "graphql";
import type { Field } from "../policy.js";
import { type Place, placeField } from "./merge.js";

/** One field to be selected; a leaf has no selection. */
export interface Picked {
  readonly field: Field;
  /** Items to ask a nested connection for: how many, and by which argument. */
  readonly page?: { readonly argument: string; readonly size: number };
  readonly selection?: Selection;
}

/** What is selected of one type. */
export interface Selection {
  readonly node: SelectionSetNode;
  /** Response keys, and the shapes below them: what another selection has to fit that is merged with this one. */
  readonly place: Place;
  readonly size: number;
}

/** Fields of one type, or of the type that a fragment names. */
export interface Part {
  readonly on: GraphQLCompositeType;
  readonly fields: readonly Picked[];
}

/**
 * The selection of a type: `__typename` where the type alone does not tell it, its own fields, then a fragment for each
 * part. Where two fields of one name could not be merged, the later one has an alias.
 */
export function makeSelection(own: Part, fragments: readonly Part[], typename: boolean): Selection {
  const place: Place = new Map();
  const selections: SelectionNode[] = typename ? [fieldNode("__typename")] : [];
  let size = selections.length;
  const add = (part: Part): readonly FieldNode[] =>
    part.fields.map((picked) => {
      size += 1 + (picked.selection?.size ?? 0);
      const key = placeField(place, part.on, picked.field, picked.selection?.place);
      return toNode(picked, key);
    });
  selections.push(...add(own));
  for (const fragment of fragments) {
    const inside = add(fragment);
    if (inside.length === 0) continue;
    selections.push({
      kind: Kind.INLINE_FRAGMENT,
      typeCondition: { kind: Kind.NAMED_TYPE, name: name(fragment.on.name) },
      selectionSet: { kind: Kind.SELECTION_SET, selections: inside },
    });
  }
  return { node: { kind: Kind.SELECTION_SET, selections }, place, size };
}

function toNode({ field, page, selection }: Picked, key: string): FieldNode {
  return {
    ...fieldNode(field.name),
    ...(key !== field.name && { alias: name(key) }),
    ...(page && {
      arguments: [
        { kind: Kind.ARGUMENT, name: name(page.argument), value: { kind: Kind.INT, value: String(page.size) } },
      ],
    }),
    ...(selection && { selectionSet: selection.node }),
  };
}

function fieldNode(value: string): FieldNode {
  return { kind: Kind.FIELD, name: name(value) };
}

function name(value: string): NameNode {
  return { kind: Kind.NAME, value };
}

export function isLeafField(field: Field): boolean {
  return !isCompositeType(getNamedType(field.type));
}
