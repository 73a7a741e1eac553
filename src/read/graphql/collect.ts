/** What a selection gives for one object type (GraphQL §6.3.2 CollectFields), for schemas in place of values. */
import {
  type DirectiveNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  TypeNameMetaFieldDef,
} from "graphql";
import type { Field, Policy } from "./policy.js";

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

/** A selection set, and the type that it is a selection of. */
export interface Scoped {
  readonly on: GraphQLCompositeType;
  readonly set: SelectionSetNode;
}

export interface Collected {
  readonly field: Field;
  /** Selections below it. */
  readonly sets: readonly Scoped[];
  /** No directive can leave it out. */
  readonly always: boolean;
}

export interface Collector {
  /** By response key. */
  fields(type: GraphQLObjectType, sets: readonly Scoped[]): ReadonlyMap<string, Collected>;
  /** Equal for types for which the same fragments apply. */
  signature(type: GraphQLObjectType, sets: readonly Scoped[]): string;
}

export function createCollector({
  policy: { schema },
  fragments,
}: {
  readonly policy: Policy;
  readonly fragments: Fragments;
}): Collector {
  return {
    fields(type, sets) {
      const found = new Map<string, Collected>();
      walk(type, sets, schema, fragments, (on, node, always) => {
        const field = node.name.value === "__typename" ? TypeNameMetaFieldDef : fieldOf(on, node.name.value);
        if (!field) return;
        const key = node.alias?.value ?? node.name.value;
        const known = found.get(key);
        const named = namedComposite(field, node.selectionSet);
        found.set(key, {
          field: known?.field ?? field,
          sets: [...(known?.sets ?? []), ...named],
          always: always || known?.always === true,
        });
      });
      return found;
    },
    signature(type, sets) {
      const places: number[] = [];
      let at = 0;
      walk(type, sets, schema, fragments, undefined, (applies) => {
        if (applies) places.push(at);
        at += 1;
      });
      return places.join(",");
    },
  };
}

function walk(
  type: GraphQLObjectType,
  sets: readonly Scoped[],
  schema: GraphQLSchema,
  fragments: Fragments,
  onField:
    | ((on: GraphQLCompositeType, node: Extract<SelectionNode, { kind: Kind.FIELD }>, always: boolean) => void)
    | undefined,
  onFragment?: (applies: boolean) => void,
): void {
  const seen = new Set<string>();
  const visit = ({ on, set }: Scoped, always: boolean): void => {
    for (const node of set.selections) {
      const stays = always && !isConditional(node.directives);
      if (node.kind === Kind.FIELD) {
        onField?.(on, node, stays);
        continue;
      }
      const spread = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
      if (!spread) continue;
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const key = `${stays} ${node.name.value}`;
        if (seen.has(key)) continue;
        seen.add(key);
      }
      const condition = spread.typeCondition ? schema.getType(spread.typeCondition.name.value) : on;
      if (!isCompositeType(condition)) continue;
      const applies = condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
      onFragment?.(applies);
      if (applies) visit({ on: condition, set: spread.selectionSet }, stays);
    }
  };
  for (const one of sets) visit(one, true);
}

function isConditional(directives: readonly DirectiveNode[] | undefined): boolean {
  return directives?.some(({ name }) => name.value === "skip" || name.value === "include") === true;
}

function fieldOf(type: GraphQLCompositeType, name: string): Field | undefined {
  return "getFields" in type ? type.getFields()[name] : undefined;
}

function namedComposite(field: Field, set: SelectionSetNode | undefined): readonly Scoped[] {
  const type = set && getNamedType(field.type);
  return type && isCompositeType(type) ? [{ on: type, set }] : [];
}
