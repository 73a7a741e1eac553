/** Names of the shared schemas: input objects, enums, and enums of results where these have more values. */
import {
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
} from "graphql";
import { assignNames, typeName } from "../names/type.js";

export interface Names {
  of(type: GraphQLInputObjectType | GraphQLEnumType): string;
  /** Of the schema with all values, those that may no longer be sent among them. */
  result(type: GraphQLEnumType): string;
}

export function createNames(schema: GraphQLSchema): Names {
  const types = Object.values(schema.getTypeMap()).filter((type) => isInputObjectType(type) || isEnumType(type));
  const wishes = types
    .filter((type) => !type.name.startsWith("__"))
    .flatMap((type) => [
      { key: type.name, name: typeName(type.name), rank: 0 },
      ...(isEnumType(type) && hasOldValues(type)
        ? [{ key: `${type.name} of results`, name: typeName(`${type.name}Result`), rank: 1 }]
        : []),
    ]);
  const names = assignNames(wishes);
  const nameOf = (key: string, type: string): string => names.get(key) ?? typeName(type);
  return {
    of: (type) => nameOf(type.name, type.name),
    result: (type) => nameOf(hasOldValues(type) ? `${type.name} of results` : type.name, type.name),
  };
}

/** Values that may be given back and should not be sent any more. */
export function hasOldValues(type: GraphQLEnumType): boolean {
  const old = type.getValues().filter((value) => value.deprecationReason != null);
  return old.length > 0 && old.length < type.getValues().length;
}
