/** Arrays and tuples. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { type Code, code, indent, join } from "../code.js";
import { LINE_WIDTH } from "../literal.js";
import { enclosed, primary, type Type } from "./type.js";

type Print = (schema: JsonSchema | undefined) => Type;

export function arrayType(schema: JsonSchemaObject, print: Print, depth: number): Type {
  if (schema.prefixItems === undefined || schema.prefixItems.length === 0) {
    return primary(schema.items === false ? code`[]` : code`${enclosed(print(schema.items))}[]`);
  }
  const least = schema.minItems ?? 0;
  const members: Code[] = schema.prefixItems.map((item, i) => {
    const type = print(item);
    return i < least ? type.code : code`${enclosed(type)}?`;
  });
  if (schema.items !== false) members.push(code`...${enclosed(print(schema.items))}[]`);
  const line = join(members, code`, `);
  if (line.isOneLine && line.text.length <= LINE_WIDTH - 2 * depth - 24) return primary(code`[${line}]`);
  return primary(
    code`[${join(
      members.map((member) => code`\n  ${indent(member, 1)},`),
      code``,
    )}\n]`,
  );
}
