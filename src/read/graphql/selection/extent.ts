/** How much of a type is selected, and of what it leads to. */

export interface Extent {
  readonly leaves: number;
  /** Only what a thing is called by; where it has no such leaf, as many others. */
  readonly identity: boolean;
  /** Single objects to go into. */
  readonly objects: number;
  /** Lists of objects are gone into as well. */
  readonly lists: boolean;
  /** Of those objects; absent: none is gone into. */
  readonly below?: Extent;
  /** Of objects and lists, where a type has no leaf of its own. */
  readonly through?: Extent;
  /** A type that is no thing itself but holds some, such as `{ items total }`, costs no level. */
  readonly unwrap?: boolean;
}

const INNERMOST: Extent = { leaves: 4, identity: true, objects: 2, lists: false };
/** What a reference needs, to be told from others and followed. */
export const REFERENCE: Extent = { ...INNERMOST, through: INNERMOST };

/** What a mutation gives back: small, since an error in it may hide that the write was done. */
export const WRITTEN: Extent = { leaves: 6, identity: true, objects: 0, lists: false, through: REFERENCE };
const WRITTEN_ENTITY: Extent = { ...WRITTEN, leaves: 12, identity: false };

const MAX_LEAVES = 40;
const MAX_ITEM_LEAVES = 20;
const MAX_OBJECTS = 12;

/** Of the thing that a query returns, or of the things in a list. */
export function entityExtent(list: boolean, depth: number | undefined): Extent {
  const leaves = list ? MAX_ITEM_LEAVES : MAX_LEAVES;
  if (depth === undefined) {
    return {
      leaves,
      identity: false,
      objects: MAX_OBJECTS,
      lists: false,
      below: REFERENCE,
      through: REFERENCE,
      unwrap: true,
    };
  }
  return { ...levels(depth, leaves), through: REFERENCE, unwrap: true };
}

export function writtenExtent(payload: boolean, depth: number | undefined): Extent {
  if (depth !== undefined) return levels(depth, MAX_ITEM_LEAVES);
  return payload ? WRITTEN : WRITTEN_ENTITY;
}

function levels(depth: number, leaves: number): Extent {
  let extent: Extent = {
    leaves: MAX_ITEM_LEAVES,
    identity: false,
    objects: MAX_OBJECTS,
    lists: true,
    through: REFERENCE,
  };
  for (let i = 0; i < depth; i++) extent = { ...extent, below: extent };
  return { ...extent, leaves };
}
