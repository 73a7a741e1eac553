/** A choice of fields → a selection set, by the types that the plan lets it reach. */
import type { FieldNode, SelectionNode, SelectionSetNode } from "graphql";
import { nearest } from "../../tool/nearest.js";
import type { GraphqlSelect, GraphqlSelectable } from "../../tool/types.js";
import { type Choice, ChoiceError, fragmentType } from "./choice.js";
import type { Graphql } from "./document.js";

export interface Selected {
  readonly set: SelectionSetNode;
  /** As in a plan. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** Throws `ChoiceError`. `at`: JSON pointer of the argument. */
export function selectionOf(graphql: Graphql, plan: GraphqlSelect, choice: Choice, at: string): Selected {
  const builder = new Builder(graphql, plan);
  return { set: builder.set(plan.type, choice, { at, result: "" }), aliases: Object.fromEntries(builder.aliases) };
}

/** Where a selection stands: `at` in the arguments, `result` in the answer, by response keys. */
interface Place {
  readonly at: string;
  readonly result: string;
}

type Fields = Map<string, Choice | undefined>;

/** What is chosen of one type: fields of its own, and of the types that may stand in its place. */
interface Sorted {
  readonly own: Fields;
  readonly fragments: Map<string, Fields>;
}

const MAX_NAMES = 20;
const TYPENAME = "__typename";

class Builder {
  readonly aliases = new Map<string, string>();
  readonly #graphql: Graphql;
  readonly #plan: GraphqlSelect;

  constructor(graphql: Graphql, plan: GraphqlSelect) {
    this.#graphql = graphql;
    this.#plan = plan;
  }

  set(type: string, choice: Choice, place: Place): SelectionSetNode {
    const { own, fragments } = this.#sorted(type, choice, place.at);
    // Whose fields they are is not to be seen otherwise.
    if (this.#type(type).possible && choice.size > 0) own.set(TYPENAME, undefined);
    const selections: SelectionNode[] = [...own].map(([name, below]) => this.#field(type, name, name, below, place));
    const taken = new Set(own.keys());
    for (const [condition, fields] of fragments) {
      selections.push(...this.#fragment(condition, fields, own, taken, place));
    }
    if (selections.length === 0) throw new ChoiceError(place.at, `no field is chosen; ${this.#names(type)}`);
    return this.#setOf(selections);
  }

  #sorted(type: string, choice: Choice, at: string): Sorted {
    const sorted: Sorted = { own: new Map(), fragments: new Map() };
    for (const [key, below] of choice) {
      const condition = fragmentType(key);
      if (condition === undefined) this.#sort(type, key, below, sorted, at);
      else this.#sortFragment(type, condition, below ?? new Map(), sorted, at);
    }
    return sorted;
  }

  #sort(type: string, name: string, below: Choice | undefined, sorted: Sorted, at: string): void {
    if (this.#has(type, name)) {
      sorted.own.set(name, below);
      return;
    }
    const owners = (this.#type(type).possible ?? []).filter((possible) => this.#has(possible, name));
    if (owners.length === 0) throw this.#unknown(type, name, at);
    for (const owner of owners) put(sorted.fragments, owner, name, below);
  }

  #sortFragment(type: string, condition: string, fields: Choice, sorted: Sorted, at: string): void {
    const { possible = [] } = this.#type(type);
    if (condition !== type && !possible.includes(condition)) {
      const close = nearest(condition, possible, 3);
      const meant = close.length > 0 ? `; did you mean ${close.join(", ")}?` : "";
      throw new ChoiceError(at, `${type} is never a ${condition}${meant}`);
    }
    for (const [name, below] of fields) {
      if (fragmentType(name) !== undefined) throw new ChoiceError(at, "a fragment stands directly in another one");
      if (condition === type) this.#sort(type, name, below, sorted, at);
      else if (this.#has(condition, name)) put(sorted.fragments, condition, name, below);
      else throw this.#unknown(condition, name, at);
    }
  }

  /** Fields of the same name may not differ in type, whatever fragment they are in: each has a key of its own. */
  #fragment(condition: string, fields: Fields, own: Fields, taken: Set<string>, place: Place): SelectionNode[] {
    const selections: SelectionNode[] = [];
    for (const [name, below] of fields) {
      if (own.has(name)) {
        if (below === undefined) continue;
        const message = `${name} is chosen twice, with and without "... on ${condition}"; choose it in one place`;
        throw new ChoiceError(child(place.at, name), message);
      }
      let key = name;
      if (taken.has(key)) for (key = `${name}_${condition}`; taken.has(key); key += "_");
      taken.add(key);
      if (key !== name) this.aliases.set(`${place.result}/${key}`, name);
      selections.push(this.#field(condition, name, key, below, place));
    }
    if (selections.length === 0) return [];
    const { INLINE_FRAGMENT, NAMED_TYPE } = this.#graphql.Kind;
    const typeCondition = { kind: NAMED_TYPE, name: this.#name(condition) } as const;
    return [{ kind: INLINE_FRAGMENT, typeCondition, selectionSet: this.#setOf(selections) }];
  }

  #field(type: string, name: string, key: string, below: Choice | undefined, { at, result }: Place): FieldNode {
    const target = name === TYPENAME ? "" : (this.#type(type).fields[name] ?? "");
    const place = { at: child(at, name), result: `${result}/${key}` };
    if (target === "" && below) throw new ChoiceError(place.at, "has no fields to choose from: give true");
    if (target !== "" && !below) throw new ChoiceError(place.at, `needs fields of its own; ${this.#names(target)}`);
    return {
      kind: this.#graphql.Kind.FIELD,
      ...(key !== name && { alias: this.#name(key) }),
      name: this.#name(name),
      ...(below && { selectionSet: this.set(target, below, place) }),
    };
  }

  #name(value: string): FieldNode["name"] {
    return { kind: this.#graphql.Kind.NAME, value };
  }

  #setOf(selections: readonly SelectionNode[]): SelectionSetNode {
    return { kind: this.#graphql.Kind.SELECTION_SET, selections };
  }

  #type(name: string): GraphqlSelectable {
    const { types } = this.#plan;
    return (Object.hasOwn(types, name) ? types[name] : undefined) ?? { fields: {} };
  }

  #has(type: string, field: string): boolean {
    return field === TYPENAME || Object.hasOwn(this.#type(type).fields, field);
  }

  #unknown(type: string, name: string, at: string): ChoiceError {
    const close = nearest(name, this.#all(type), 3);
    const meant = close.length > 0 ? `did you mean ${close.join(", ")}?` : this.#names(type);
    return new ChoiceError(child(at, name), `${type} has no field ${JSON.stringify(name.slice(0, 80))}; ${meant}`);
  }

  #all(type: string): readonly string[] {
    const { fields, possible = [] } = this.#type(type);
    return [...new Set([fields, ...possible.map((each) => this.#type(each).fields)].flatMap((f) => Object.keys(f)))];
  }

  #names(type: string): string {
    const names = this.#all(type);
    const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
    return names.length === 0 ? `only ${TYPENAME} can be` : `there are ${names.slice(0, MAX_NAMES).join(", ")}${more}`;
  }
}

const child = (at: string, name: string): string => `${at}/${name}`;

function put(fragments: Map<string, Fields>, type: string, name: string, below: Choice | undefined): void {
  const fields = fragments.get(type) ?? new Map<string, Choice | undefined>();
  fields.set(name, below);
  fragments.set(type, fields);
}
