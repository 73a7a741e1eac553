/** A model's choice of fields, from either form that it may be written in: names, and what is chosen below them. */
import { JsonError, parseJson } from "../../json/parse.js";
import type { Issue } from "../call/errors.js";
import { isRecord } from "../schema.js";
import type { Graphql } from "./document.js";

/** By field, or by `... on Type`; `undefined`: a leaf. */
export type Choice = ReadonlyMap<string, Choice | undefined>;

/** What no honest choice needs. */
export const CHOICE_LIMITS: { readonly characters: number; readonly depth: number; readonly fields: number } = {
  characters: 10_000,
  depth: 12,
  fields: 300,
};

export class ChoiceError extends Error {
  readonly issue: Issue;

  constructor(path: string, message: string) {
    super(message);
    this.issue = { path, message };
  }
}

const FRAGMENT = /^\.\.\.\s*on\s+([A-Za-z_]\w*)$/;
const NAME = /^[A-Za-z_]\w*$/;

/** Type of a fragment's key, `... on Issue`. */
export const fragmentType = (key: string): string | undefined => FRAGMENT.exec(key)?.[1];

/** `at`: JSON pointer of the argument. Throws `ChoiceError`. */
export function readChoice(graphql: Graphql, given: unknown, at: string): Choice {
  const count = { fields: 0 };
  if (typeof given === "string") {
    if (given.length > CHOICE_LIMITS.characters) throw new ChoiceError(at, "too long a selection");
    const json = asJson(given);
    return json === undefined ? ofText(graphql, given, at, count) : ofValue(json, at, 0, count);
  }
  return ofValue(given, at, 0, count);
}

/** Some models write the object as text; a selection has no quotes. */
function asJson(text: string): unknown {
  if (!/^\s*\{\s*"/.test(text)) return undefined;
  try {
    return parseJson(text);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    return undefined;
  }
}

interface Count {
  fields: number;
}

function ofValue(value: unknown, at: string, depth: number, count: Count): Choice {
  if (!isRecord(value))
    throw new ChoiceError(at, "expected an object of fields, as in {id: true, owner: {name: true}}");
  deeper(at, depth);
  const choice = new Map<string, Choice | undefined>();
  for (const [key, below] of Object.entries(value)) {
    const place = `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    const type = fragmentType(key);
    if (type === undefined && !NAME.test(key)) {
      throw new ChoiceError(place, "no name of a field: aliases, arguments and directives cannot be chosen");
    }
    if (below === false || below === null) continue;
    if (++count.fields > CHOICE_LIMITS.fields) throw new ChoiceError(at, tooMany);
    choice.set(
      type === undefined ? key : `... on ${type}`,
      below === true ? undefined : ofValue(below, place, depth + 1, count),
    );
  }
  return choice;
}

const tooMany = `more than ${CHOICE_LIMITS.fields} fields`;

function deeper(at: string, depth: number): void {
  if (depth > CHOICE_LIMITS.depth) throw new ChoiceError(at, `deeper than ${CHOICE_LIMITS.depth} levels`);
}

/** Parsed alone, so that it can be nothing but one selection set. */
function ofText(graphql: Graphql, text: string, at: string, count: Count): Choice {
  const set = text.trim().startsWith("{") ? text : `{${text}\n}`;
  let definitions: ReturnType<Graphql["parse"]>["definitions"];
  try {
    ({ definitions } = graphql.parse(set, { noLocation: true, maxTokens: 4 * CHOICE_LIMITS.fields }));
  } catch (cause) {
    if (!(cause instanceof graphql.GraphQLError)) throw cause;
    throw new ChoiceError(at, "no selection of fields: write it as in `id owner { name }`");
  }
  const [only, more] = definitions;
  if (more !== undefined || only?.kind !== "OperationDefinition" || only.operation !== "query") {
    throw new ChoiceError(at, "more than one selection of fields");
  }
  return ofSet(only.selectionSet, at, 0, count);
}

type Set = Extract<
  ReturnType<Graphql["parse"]>["definitions"][number],
  { kind: "OperationDefinition" }
>["selectionSet"];

function ofSet(set: Set, at: string, depth: number, count: Count): Choice {
  deeper(at, depth);
  const choice = new Map<string, Choice | undefined>();
  for (const node of set.selections) {
    if (node.kind === "FragmentSpread") throw new ChoiceError(at, `the fragment ${node.name.value} is not known here`);
    if (++count.fields > CHOICE_LIMITS.fields) throw new ChoiceError(at, tooMany);
    if (node.directives && node.directives.length > 0) throw new ChoiceError(at, "directives cannot be chosen");
    if (node.kind === "InlineFragment") {
      if (!node.typeCondition) throw new ChoiceError(at, "a fragment has to name its type: `... on Type { … }`");
      add(choice, `... on ${node.typeCondition.name.value}`, ofSet(node.selectionSet, at, depth + 1, count));
      continue;
    }
    const name = node.name.value;
    const place = `${at}/${name}`;
    if (node.alias) throw new ChoiceError(place, "aliases cannot be chosen");
    if (node.arguments && node.arguments.length > 0) throw new ChoiceError(place, "arguments cannot be given here");
    add(choice, name, node.selectionSet && ofSet(node.selectionSet, place, depth + 1, count));
  }
  return choice;
}

/** The same field twice is both selections together (GraphQL, section 5.3.2). */
function add(choice: Map<string, Choice | undefined>, key: string, below: Choice | undefined): void {
  const before = choice.get(key);
  choice.set(key, before && below ? merged(before, below) : (below ?? before));
}

function merged(one: Choice, other: Choice): Choice {
  const both = new Map(one);
  for (const [key, below] of other) add(both, key, below);
  return both;
}
