/** Where variables hold files (GraphQL multipart request specification). */
import { type GraphQLInputType, getNamedType, isInputObjectType, isListType, isNonNullType } from "graphql";
import { usableFields } from "./input-types.js";
import type { Scalars } from "./scalars.js";

/** Types within types; a place that is deeper is no place for a file. */
const MAX_DEPTH = 12;
const MAX_PLACES = 200;

/** By names on the wire, `*` for any item of a list: `input/files/*`. A type that holds itself is entered once. */
export function uploadPlaces(name: string, type: GraphQLInputType, scalars: Scalars): readonly string[] {
  const found: string[] = [];
  const visit = (place: string, at: GraphQLInputType, path: readonly GraphQLInputType[]): void => {
    if (found.length >= MAX_PLACES || path.length > MAX_DEPTH) return;
    if (isNonNullType(at)) visit(place, at.ofType, path);
    else if (isListType(at)) visit(`${place}/*`, at.ofType, path);
    else if (isInputObjectType(at)) {
      if (path.includes(at) || !holdsUpload(at, scalars)) return;
      for (const field of usableFields(at)) visit(`${place}/${field.name}`, field.type, [...path, at]);
    } else if (scalars.isUpload(at.name)) found.push(place);
  };
  visit(name, type, []);
  return found;
}

const known = new WeakMap<Scalars, Map<GraphQLInputType, boolean>>();

function holdsUpload(start: GraphQLInputType, scalars: Scalars): boolean {
  const answers = known.get(scalars) ?? new Map<GraphQLInputType, boolean>();
  known.set(scalars, answers);
  const before = answers.get(start);
  if (before !== undefined) return before;
  // A set gives what is added while it is walked, too.
  const seen = new Set([getNamedType(start)]);
  let answer = false;
  for (const type of seen) {
    if (scalars.isUpload(type.name)) answer = true;
    if (isInputObjectType(type)) for (const field of usableFields(type)) seen.add(getNamedType(field.type));
  }
  answers.set(start, answer);
  return answer;
}
