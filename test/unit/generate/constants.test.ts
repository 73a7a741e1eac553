import { expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import { checkConstants } from "../../../src/generate/constants.js";
import type { BoundSource, JsonSchema } from "../../../src/tool/index.js";

const schemas: Record<string, JsonSchema> = { State: { enum: ["open", "closed"] } };

/** What is said of one bound argument. */
async function said(schema: JsonSchema, from: BoundSource): Promise<readonly string[]> {
  const diagnostics = new Diagnostics();
  await checkConstants({ schemas, operations: [{ toolName: "act", bound: { x: { ...from, schema } } }] }, diagnostics);
  return diagnostics.list.map(({ code, message }) => `${code} ${message}`);
}

it.each<[JsonSchema, BoundSource]>([
  [{ type: "integer", maximum: 30 }, { value: "10" }],
  [{ type: "string" }, { value: "10" }],
  [{ type: "boolean" }, { value: "true" }],
  [{ type: "array", items: { type: "string" } }, { value: "a" }],
  [{ type: "array", items: { type: "integer" } }, { value: "[1,2]" }],
  [{ $ref: "#/$defs/State" }, { value: "open" }],
  [{ type: "string", pattern: "^(a+)+$" }, { value: "what the runtime judges" }],
  [{ $ref: "#/$defs/Nowhere" }, { value: "what the runtime judges" }],
  [true, { value: { any: "thing" } }],
  [{ type: "integer" }, { env: "NOT_KNOWN_YET" }],
  [{ type: "integer" }, { context: "not.known.yet" }],
])("%j takes %j", async (schema, from) => {
  expect(await said(schema, from)).toEqual([]);
});

it.each<[JsonSchema, BoundSource, string]>([
  [{ type: "integer", maximum: 30 }, { value: "300" }, "must be <= 30"],
  [{ type: "integer" }, { value: "many" }, "must be integer"],
  [{ type: "string", maxLength: 2 }, { value: "123" }, "must NOT have more than 2 characters"],
  [{ $ref: "#/$defs/State" }, { value: "opn" }, "must be equal to one of the allowed values"],
  [false, { value: 1 }, "boolean schema is false"],
])("%j refuses %j", async (schema, from, why) => {
  expect(await said(schema, from)).toEqual([`BINDING_UNFIT act: what is bound to x does not fit: it ${why}`]);
});
