import type { JsonSchemaObject } from "./json-schema.js";

/** An object schema without arguments that are always given: what they ask for is required of whoever gives the rest. */
export function withoutArguments(input: JsonSchemaObject, given: { has(arg: string): boolean }): JsonSchemaObject {
  const { properties = {}, required = [], dependentRequired = {}, ...rest } = input;
  const left = (args: readonly string[]): readonly string[] => args.filter((arg) => !given.has(arg));
  const asked = Object.entries(dependentRequired).filter(([arg]) => given.has(arg));
  const needed = new Set(left([...required, ...asked.flatMap(([, args]) => args)]));
  const dependent = Object.entries(dependentRequired)
    .filter(([arg]) => !given.has(arg))
    .map(([arg, args]) => [arg, left(args).filter((other) => !needed.has(other))] as const)
    .filter(([, args]) => args.length > 0);
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([arg]) => !given.has(arg))),
    ...(needed.size > 0 && { required: [...needed] }),
    ...(dependent.length > 0 && { dependentRequired: Object.fromEntries(dependent) }),
  };
}
