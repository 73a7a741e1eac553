/** Gemini refuses a union that has company: what stands beside it goes into its branches. */
import { holdsSchemas, mapKeyword, setOwn } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";

/** `schema`: one without references. */
export function withUnionsAlone(schema: JsonSchemaObject): JsonSchemaObject {
  const { anyOf } = schema;
  if (anyOf !== undefined) return { anyOf: anyOf.map((branch, i) => inside(branch, schema, i === 0)) };
  const copy: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema))
    setOwn(copy, keyword, holdsSchemas(keyword) ? mapKeyword(keyword, value, partAlone) : value);
  return copy as JsonSchemaObject;
}

const partAlone = (part: JsonSchema): JsonSchema => (typeof part === "object" ? withUnionsAlone(part) : part);

/** Texts of the union are said once, in the branch that is read first; null is a value of one branch as much as of all. */
function inside(branch: JsonSchema, union: JsonSchemaObject, isFirst: boolean): JsonSchema {
  if (typeof branch === "boolean" || !isFirst) return partAlone(branch);
  const description = [union.description, branch.description].filter((text) => text !== undefined).join(" ");
  return withUnionsAlone({
    ...branch,
    ...(description !== "" && { description }),
    ...(union["nullable"] === true && { nullable: true }),
  });
}
