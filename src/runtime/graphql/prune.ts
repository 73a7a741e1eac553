/** Fields that a service refuses are taken out of a query, so that the rest can be read. */
import type { DefinitionNode, DocumentNode, FieldNode, SelectionNode, SelectionSetNode } from "graphql";
import { fragmentsOf, type Graphql, operationOf, printed, responseKey } from "./document.js";
import { type ResponseError, unknownField } from "./errors.js";

/** A field that was refused: its place in the document, and why. */
export interface Refused {
  /** `repository.owner.email`, with `Fragment: ` before it where it stands in a fragment. */
  readonly place: string;
  /** `unknown`: the service has no such field. `scope`: the credentials may not read it. */
  readonly why: "unknown" | "scope";
}

/** The fields that errors refuse; `undefined`: some error is about something else, or names no field that may go. */
export function refusedFields(
  graphql: Graphql,
  text: string,
  errors: readonly ResponseError[],
  root: string | undefined,
): readonly Refused[] | undefined {
  const document = parsed(graphql, text);
  const places = document ? placesOf(document) : NONE;
  const refused = new Map<string, Refused>();
  for (const error of errors) {
    const name = unknownField(error);
    if (!document || (name === undefined && error.kind !== "scope")) return undefined;
    const fields = fieldsAt(document, error).filter((field) => name === undefined || field.name.value === name);
    const found = fields.flatMap((field) => places.get(field) ?? []);
    // Without its root field a query is another one.
    if (found.length === 0 || found.some((place) => place === root)) return undefined;
    for (const place of found) refused.set(place, { place, why: name === undefined ? "scope" : "unknown" });
  }
  return refused.size > 0 ? [...refused.values()] : undefined;
}

/** The document without those of these places that it has; `undefined`: nothing would be left of it. */
export function withoutFields(
  graphql: Graphql,
  text: string,
  places: ReadonlySet<string>,
): { readonly document: string; readonly gone: readonly string[] } | undefined {
  const document = parsed(graphql, text);
  if (!document) return undefined;
  const known = placesOf(document);
  const definitions = document.definitions.map((node): DefinitionNode => {
    if (node.kind !== "OperationDefinition" && node.kind !== "FragmentDefinition") return node;
    return {
      ...node,
      selectionSet: without(graphql, node.selectionSet, (field) => places.has(known.get(field) ?? "")),
    };
  });
  const root = operationOf({ ...document, definitions })?.selectionSet.selections;
  const left = root?.some((node) => node.kind !== "Field" || node.name.value !== "__typename");
  if (!left) return undefined;
  const gone = [...new Set(known.values())].filter((place) => places.has(place));
  return { document: gone.length > 0 ? printed(graphql, document, definitions) : text, gone };
}

const NONE: ReadonlyMap<FieldNode, string> = new Map();

function parsed(graphql: Graphql, text: string): DocumentNode | undefined {
  try {
    return graphql.parse(text);
  } catch (cause) {
    if (!(cause instanceof graphql.GraphQLError)) throw cause;
    // Of a hand-written tool: the service has said what is wrong with it.
    return undefined;
  }
}

function without(graphql: Graphql, set: SelectionSetNode, gone: (field: FieldNode) => boolean): SelectionSetNode {
  const selections = set.selections.flatMap((node): readonly SelectionNode[] => {
    if (node.kind === "Field" && gone(node)) return [];
    if (node.kind === "FragmentSpread" || node.selectionSet === undefined) return [node];
    return [{ ...node, selectionSet: without(graphql, node.selectionSet, gone) }];
  });
  if (selections.length > 0) return { ...set, selections };
  // A selection set is never empty (GraphQL, section 2.4).
  const { FIELD, NAME } = graphql.Kind;
  return { ...set, selections: [{ kind: FIELD, name: { kind: NAME, value: "__typename" } }] };
}

/** Every field by where it stands: response keys, and the types of inline fragments. */
function placesOf(document: DocumentNode): ReadonlyMap<FieldNode, string> {
  const places = new Map<FieldNode, string>();
  for (const definition of document.definitions) {
    if (definition.kind !== "OperationDefinition" && definition.kind !== "FragmentDefinition") continue;
    const start = definition.kind === "FragmentDefinition" ? `${definition.name.value}: ` : "";
    const open: { set: SelectionSetNode; at: string }[] = [{ set: definition.selectionSet, at: start }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const node of next.set.selections) {
        if (node.kind === "FragmentSpread") continue;
        const step = node.kind === "Field" ? responseKey(node) : `on ${node.typeCondition?.name.value ?? "same"}`;
        const place = next.at === start ? `${start}${step}` : `${next.at}.${step}`;
        if (node.kind === "Field") places.set(node, place);
        if (node.selectionSet) open.push({ set: node.selectionSet, at: place });
      }
    }
  }
  return places;
}

/** By `locations`, else by `path`. Where there are both they have to agree: some servers print documents anew first. */
function fieldsAt(document: DocumentNode, { locations = [], path = [] }: ResponseError): readonly FieldNode[] {
  // An index says which item of a list, not which field; graphql-ruby begins with the operation: `query GetPets`.
  const keys = path.filter((key): key is string => typeof key === "string" && !/^query(?: |$)/.test(key));
  const wanted = new Set(locations.map(({ line, column }) => `${line}:${column}`));
  const located = [...placesOf(document).keys()].filter(
    (field) =>
      wanted.has(`${field.loc?.startToken.line}:${field.loc?.startToken.column}`) &&
      (keys.length === 0 || keys.at(-1) === responseKey(field)),
  );
  return located.length > 0 ? located : fieldsOn(document, keys);
}

/** Fields whose response stands at this path, in whatever fragment they are. */
function fieldsOn(document: DocumentNode, keys: readonly string[]): readonly FieldNode[] {
  const operation = operationOf(document);
  const fragments = fragmentsOf(document);
  if (!operation || keys.length === 0) return [];
  let fields: readonly FieldNode[] = [];
  let sets: readonly SelectionSetNode[] = [operation.selectionSet];
  for (const key of keys) {
    fields = sets.flatMap((set) => fieldsIn(set, fragments)).filter((field) => responseKey(field) === key);
    sets = fields.flatMap((field) => field.selectionSet ?? []);
  }
  return fields;
}

function fieldsIn(set: SelectionSetNode, fragments: ReturnType<typeof fragmentsOf>): readonly FieldNode[] {
  const found: FieldNode[] = [];
  const seen = new Set<SelectionSetNode>();
  const open = [set];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const node of next.selections) {
      if (node.kind === "Field") found.push(node);
      const below = node.kind === "FragmentSpread" ? fragments.get(node.name.value) : node;
      if (node.kind !== "Field" && below?.selectionSet) open.push(below.selectionSet);
    }
  }
  return found;
}
