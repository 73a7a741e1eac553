/**
 * Defaults bring in the defaults of the input fields that they leave out: `input A { a: A! = {} }` has no end, and 28
 * types of two such fields each have 2^28 values. graphql-js follows the ones into a stack overflow, and its printers
 * write out the others; so both go before a schema is built.
 */
import {
  type ConstValueNode,
  type DocumentNode,
  type InputObjectTypeDefinitionNode,
  type InputObjectTypeExtensionNode,
  type InputValueDefinitionNode,
  Kind,
  type TypeNode,
  visit,
} from "graphql";

/** Values that one default may bring in. */
const MAX_BROUGHT_IN = 1_000;
/** Defaults inside of defaults. */
const MAX_DEPTH = 100;

export interface InputValue {
  /** The named type, without lists and non-null. */
  readonly type: string;
  readonly literal: ConstValueNode | undefined;
}

/** Of these arguments and input fields, those whose default has to go. `fieldsOf`: of an input object type. */
export function endlessDefaults<T extends InputValue>(
  inputs: Iterable<T>,
  fieldsOf: (type: string) => ReadonlyMap<string, T> | undefined,
): ReadonlySet<T> {
  const sizes = new Map<T, number>();
  const endless = new Set<T>();
  let depth = 0;

  function sizeOf(input: T): number {
    const known = sizes.get(input);
    if (known !== undefined) return known;
    // A default that leads back here ends here.
    sizes.set(input, Number.POSITIVE_INFINITY);
    depth += 1;
    const size = input.literal === undefined ? 0 : 1 + broughtIn(input.literal, input.type);
    depth -= 1;
    const ends = size <= MAX_BROUGHT_IN;
    if (!ends) endless.add(input);
    sizes.set(input, ends ? size : 0);
    return ends ? size : 0;
  }

  function broughtIn(literal: ConstValueNode, type: string): number {
    if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY;
    if (literal.kind === Kind.LIST) return literal.values.reduce((sum, item) => sum + broughtIn(item, type), 0);
    if (literal.kind !== Kind.OBJECT) return 0;
    const given = new Map(literal.fields.map(({ name, value }) => [name.value, value]));
    let sum = 0;
    for (const [name, field] of fieldsOf(type) ?? []) {
      const value = given.get(name);
      sum += value === undefined ? sizeOf(field) : broughtIn(value, field.type);
      if (sum > MAX_BROUGHT_IN) break;
    }
    return sum;
  }

  for (const input of inputs) sizeOf(input);
  return endless;
}

interface Written extends InputValue {
  readonly node: InputValueDefinitionNode;
}

/** `lost`: the arguments and input fields whose default is gone. */
export function withoutEndlessDefaults(documents: readonly DocumentNode[]): {
  readonly documents: readonly DocumentNode[];
  readonly lost: ReadonlySet<InputValueDefinitionNode>;
} {
  const inputs = new Map<InputValueDefinitionNode, Written>();
  const types = new Map<string, Map<string, Written>>();
  const fields = ({ name, fields: nodes = [] }: InputObjectTypeDefinitionNode | InputObjectTypeExtensionNode): void => {
    const known = types.get(name.value) ?? new Map<string, Written>();
    types.set(name.value, known);
    for (const node of nodes) known.set(node.name.value, read(node));
  };
  const read = (node: InputValueDefinitionNode): Written => {
    const input = inputs.get(node) ?? { type: namedType(node.type), literal: node.defaultValue, node };
    inputs.set(node, input);
    return input;
  };
  for (const document of documents) {
    visit(document, {
      InputObjectTypeDefinition: fields,
      InputObjectTypeExtension: fields,
      InputValueDefinition: (node) => void read(node),
    });
  }
  const endless = endlessDefaults(inputs.values(), (type) => types.get(type));
  const lost = new Set([...endless].map(({ node }) => node));
  if (lost.size === 0) return { documents, lost };
  const drop = (node: InputValueDefinitionNode): InputValueDefinitionNode => {
    const { defaultValue: _, ...rest } = node;
    return lost.has(node) ? rest : node;
  };
  return { documents: documents.map((document) => visit(document, { InputValueDefinition: drop })), lost };
}

function namedType(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : namedType(type.type);
}
