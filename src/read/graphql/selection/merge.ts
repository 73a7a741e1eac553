/** GraphQL §5.3.2 Field Selection Merging: when two fields may share a response key, and the alias of one that may not. */
import { type GraphQLCompositeType, type GraphQLOutputType, isCompositeType, isListType, isNonNullType } from "graphql";
import type { Field } from "../policy.js";

/** What is selected at one place of the response, by response key. */
export type Place = Map<string, Taken>;

interface Taken {
  /** Name of the field that the key stands for. */
  readonly name: string;
  /** Its type; the name of a composite type does not count. */
  readonly wraps: string;
  readonly below: Place | undefined;
}

/** Takes a response key for a field, and gives it back: the field's name, or an alias where that cannot be merged. */
export function placeField(place: Place, parent: GraphQLCompositeType, field: Field, below: Place | undefined): string {
  const taken: Taken = { name: field.name, wraps: wrapsOf(field.type), below };
  let key = field.name;
  for (let i = 1; !fits(place.get(key), taken) || (key !== field.name && isFieldOf(parent, key)); i++) {
    key = `${field.name}_${parent.name}${i === 1 ? "" : i}`;
  }
  join(place, key, taken);
  return key;
}

/** SameResponseShape, and the same field: arguments are the same wherever the field is. */
function fits(known: Taken | undefined, added: Taken): boolean {
  if (!known) return true;
  if (known.name !== added.name || known.wraps !== added.wraps) return false;
  if (!known.below || !added.below) return known.below === added.below;
  for (const [key, below] of added.below) {
    if (!fits(known.below.get(key), below)) return false;
  }
  return true;
}

function join(place: Place, key: string, added: Taken): void {
  const known = place.get(key);
  if (!known) {
    place.set(key, added.below ? { ...added, below: copy(added.below) } : added);
    return;
  }
  if (!known.below || !added.below) return;
  for (const [name, below] of added.below) join(known.below, name, below);
}

function copy(place: Place): Place {
  return new Map([...place].map(([key, taken]) => [key, taken.below ? { ...taken, below: copy(taken.below) } : taken]));
}

function wrapsOf(type: GraphQLOutputType): string {
  if (isNonNullType(type)) return `${wrapsOf(type.ofType)}!`;
  if (isListType(type)) return `[${wrapsOf(type.ofType)}]`;
  return isCompositeType(type) ? "" : type.name;
}

function isFieldOf(type: GraphQLCompositeType, name: string): boolean {
  return "getFields" in type && Object.hasOwn(type.getFields(), name);
}
