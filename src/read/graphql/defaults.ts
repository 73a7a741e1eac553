/** Default values of arguments and input fields: as JSON, and as they stand in a document. graphql 16 and 17 keep them differently. */
import {
  astFromValue,
  type ConstValueNode,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  valueFromASTUntyped,
} from "graphql";
import { isSecretName } from "./words.js";

export type InputElement = GraphQLArgument | GraphQLInputField;

/** Whether leaving it out is legal and means something else than null (§5.4.2.1). */
export function hasDefault(element: InputElement): boolean {
  return element.defaultValue !== undefined || newDefault(element) !== undefined;
}

export function isRequired(element: InputElement): boolean {
  return isNonNullType(element.type) && !hasDefault(element);
}

/** The default as a literal, unless it may be a credential: names tell. */
export function toldDefault(element: InputElement): ConstValueNode | undefined {
  const literal = defaultLiteral(element);
  return literal && mayBeTold(element.name, literal) ? literal : undefined;
}

export function mayBeTold(name: string, literal: ConstValueNode): boolean {
  return !isSecretName(name) && !holdsSecret(literal);
}

function holdsSecret(literal: ConstValueNode): boolean {
  if (literal.kind === Kind.LIST) return literal.values.some(holdsSecret);
  if (literal.kind !== Kind.OBJECT) return false;
  return literal.fields.some(({ name, value }) => isSecretName(name.value) || holdsSecret(value));
}

/** The default as a literal; undefined: none, or none that can be written down. */
function defaultLiteral(element: InputElement): ConstValueNode | undefined {
  const written = element.astNode?.defaultValue ?? newDefault(element)?.literal;
  if (written) return written;
  const given = element.defaultValue === undefined ? newDefault(element)?.value : element.defaultValue;
  if (given === undefined) return undefined;
  try {
    const node = astFromValue(given, element.type);
    return node ? (node as ConstValueNode) : undefined;
  } catch {
    // A value of a custom scalar that has no literal: the server knows it.
    return undefined;
  }
}

/** The default as JSON, coerced to its type (§3.10, §3.11); undefined: none, or none that may be told. */
export function defaultJson(element: InputElement): unknown {
  const literal = toldDefault(element);
  return literal && literalJson(literal, element.type);
}

/** A literal as JSON, coerced to its type: `1` is `[1]` where a list is wanted. */
export function literalJson(literal: ConstValueNode, type: GraphQLInputType): unknown {
  if (isNonNullType(type)) return literalJson(literal, type.ofType);
  if (literal.kind === Kind.NULL) return null;
  if (isListType(type)) {
    const item: GraphQLInputType = type.ofType;
    if (literal.kind !== Kind.LIST) return [literalJson(literal, item)];
    return literal.values.map((value) => literalJson(value, item));
  }
  if (isInputObjectType(type) && literal.kind === Kind.OBJECT) {
    const fields = type.getFields();
    const known = literal.fields.filter(({ name }) => fields[name.value] !== undefined && !name.value.startsWith("__"));
    return Object.fromEntries(
      known.map(({ name, value }) => {
        const field = fields[name.value];
        return [name.value, field ? literalJson(value, field.type) : null];
      }),
    );
  }
  if (isEnumType(type)) return literal.kind === Kind.ENUM || literal.kind === Kind.STRING ? literal.value : null;
  // §3.5.5: digits are an ID as well, but a text is what comes back.
  return type.name === "ID" && literal.kind === Kind.INT ? literal.value : plain(literal);
}

function plain(literal: ConstValueNode): unknown {
  switch (literal.kind) {
    // Digits beyond 2^53, and beyond what a double holds, stay digits.
    case Kind.INT:
      return Number.isSafeInteger(Number(literal.value)) ? Number(literal.value) : literal.value;
    case Kind.FLOAT:
      return Number.isFinite(Number(literal.value)) ? Number(literal.value) : literal.value;
    case Kind.LIST:
      return literal.values.map(plain);
    case Kind.OBJECT:
      return Object.fromEntries(literal.fields.map(({ name, value }) => [name.value, plain(value)]));
    default:
      return valueFromASTUntyped(literal);
  }
}

interface NewDefault {
  readonly literal?: ConstValueNode;
  readonly value?: unknown;
}

/** graphql 17: `.default` in place of `.defaultValue`. */
function newDefault(element: object): NewDefault | undefined {
  const found: unknown = Reflect.get(element, "default");
  return typeof found === "object" && found !== null ? found : undefined;
}
