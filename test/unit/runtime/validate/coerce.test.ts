import { describe, expect, it } from "vitest";
import { coerce } from "../../../../src/runtime/validate/coerce.js";
import type { JsonSchema } from "../../../../src/tool/index.js";
import { object, probe } from "../tools.js";

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;
const number = { type: "number" } as const;
const boolean = { type: "boolean" } as const;
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });

/** What the tool gets for `x`, and the notes; the code where it is refused. */
async function read(schema: JsonSchema, x: unknown): Promise<unknown> {
  const { result, sent } = await probe(object({ x: schema }), { x });
  return result.ok ? [(sent as { x: unknown }).x, ...(result.meta.notes ?? [])] : result.error.code;
}

describe("a value of the wrong type", () => {
  it.each<[string, JsonSchema, unknown, unknown, string]>([
    ["digits", integer, "10", 10, "read a string of digits as a number"],
    ["a negative number", integer, "-3", -3, "read a string of digits as a number"],
    ["digits beyond 2^53", integer, "9007199254740993", 9007199254740993n, "read a string of digits as a number"],
    ["digits for a number", number, "10", 10, "read a string of digits as a number"],
    ["a decimal fraction", number, "1.50", 1.5, "read a string as a number"],
    ["true", boolean, "true", true, 'read the string "true" as true'],
    ["false", boolean, "false", false, 'read the string "false" as false'],
    ["true for boolean or null", { type: ["boolean", "null"] }, "true", true, 'read the string "true" as true'],
    ["JSON of a list", list(integer), "[1,2]", [1, 2], "read JSON text as a list"],
    ["JSON of an object", object({ a: integer }), '{"a":1}', { a: 1 }, "read JSON text as an object"],
    ["one value for a list", list(string), "a", ["a"], "read one value as a list of one"],
    ["one number for a list", list(integer), 3, [3], "read one value as a list of one"],
    ["one object for a list", list(object({ a: integer })), { a: 1 }, [{ a: 1 }], "read one value as a list of one"],
    ["digits where only some are allowed", { enum: [1, 2] }, "2", 2, "read a string of digits as a number"],
    ["digits in a union", { anyOf: [integer, { type: "null" }] }, "5", 5, "read a string of digits as a number"],
    [
      "digits, though a list may be too",
      { oneOf: [integer, list(string)] },
      "5",
      5,
      "read a string of digits as a number",
    ],
  ])("%s", async (_, schema, given, want, note) => {
    expect(await read(schema, given)).toEqual([want, `x: ${note}`]);
  });

  it("is read at any depth, each with its note", async () => {
    expect(await read(list(object({ n: integer })), '{"n":"7"}')).toEqual([
      [{ n: 7 }],
      "x: read one value as a list of one",
      "x/0: read JSON text as an object",
      "x/0/n: read a string of digits as a number",
    ]);
    expect(await read(list(object({ n: integer })), '[{"n":"7"},{"n":8}]')).toEqual([
      [{ n: 7 }, { n: 8 }],
      "x: read JSON text as a list",
      "x/0/n: read a string of digits as a number",
    ]);
  });

  it("is read by the branch that the fixed value names", async () => {
    const a = object({ kind: { const: "a" }, id: integer });
    const b = object({ kind: { const: "b" }, id: string });
    expect(await read({ oneOf: [a, b] }, { kind: "a", id: "7" })).toEqual([
      { kind: "a", id: 7 },
      "x/id: read a string of digits as a number",
    ]);
    expect(await read({ oneOf: [a, b] }, { kind: "b", id: "7" })).toEqual([{ kind: "b", id: "7" }]);
  });

  it("is read through references and allOf", async () => {
    const schema: JsonSchema = {
      ...(object({ x: { allOf: [{ $ref: "#/$defs/N" }, { minimum: 1 }] } }) as object),
      $defs: { N: { type: "integer" } },
    };
    expect((await probe(schema, { x: "3" })).sent).toEqual({ x: 3 });
  });
});

describe("a value stays as it is", () => {
  it.each<[string, JsonSchema, unknown]>([
    ["a string that is allowed", { anyOf: [integer, string] }, "10"],
    ["JSON text where text is allowed", { anyOf: [list(integer), string] }, "[1]"],
    ["a list where one value would do", { anyOf: [string, list(string)] }, "a"],
    ["whatever has no type", {}, "10"],
  ])("%s", async (_, schema, given) => {
    expect(await read(schema, given)).toEqual([given]);
  });
});

describe("a value is refused, not guessed", () => {
  it.each<[string, JsonSchema, unknown]>([
    ["an empty string for an integer", integer, ""],
    ["an empty string for a list", list(string), ""],
    ["an exponent", integer, "1e3"],
    ["another base", integer, "0x10"],
    ["leading zeros", integer, "007"],
    ["a fraction for an integer", integer, "1.5"],
    ["minus zero", integer, "-0"],
    ["blanks", integer, " 10 "],
    ["more digits than a double has", number, "0.12345678901234567890"],
    ["digits without end", integer, "9".repeat(1000)],
    ["yes", boolean, "yes"],
    ["1 for true", boolean, 1],
    ["null for an integer", integer, null],
    ["null for a string", string, null],
    ["null for a list", list(string), null],
    ["a number for a string", string, 10],
    ["true for a string", string, true],
    ["a wrong item for a list", list(integer), "a"],
    ["a list for a single value", integer, [3]],
    ["text in a union that takes other text", { anyOf: [{ type: "string", pattern: "^\\d{3}$" }, integer] }, "12"],
    ["JSON of another type", list(integer), '{"a":1}'],
    ["JSON that is none", object({ a: integer }), "{a:1}"],
  ])("%s", async (_, schema, given) => {
    expect(await read(schema, given)).toBe("invalid_arguments");
  });

  it("when it is switched off", async () => {
    const { result } = await probe(object({ x: integer }), { x: "10" }, {}, { coerce: false });
    expect(result.ok).toBe(false);
  });

  it("in bounded time, however the branches of a union multiply", () => {
    // Each level refers to the next one twice: 2^40 ways to the bottom.
    const defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, i): [string, JsonSchema] => {
        const next = { $ref: `#/$defs/D${i + 1}` };
        return [`D${i}`, { anyOf: [next, { allOf: [next] }] }];
      }),
    );
    const schema = { properties: { x: { $ref: "#/$defs/D0" } }, $defs: { ...defs, D40: object({ n: integer }) } };
    const args = { x: { n: "7", more: ["1", "2"] } };
    const from = performance.now();
    coerce(args, schema);
    expect(performance.now() - from).toBeLessThan(1000);
  });
});

describe("all arguments as JSON in a string", () => {
  const input = object({ x: integer });

  it("are read, as some providers give them", async () => {
    const { sent, result } = await probe(input, '{"x":1}');
    expect([sent, result.meta.notes]).toEqual([{ x: 1 }, ["the arguments came as JSON in a string"]]);
  });

  it("are none when the string is empty", async () => {
    expect((await probe(input, "")).sent).toEqual({});
  });

  it("keep big integers", async () => {
    expect((await probe(input, '{"x":9007199254740993}')).sent).toEqual({ x: 9007199254740993n });
  });

  it("are refused where they are no JSON", async () => {
    const { result } = await probe(input, "{x}");
    expect(result.content).toContain("expected an object, got a string that is no JSON");
  });
});

describe("aliases", () => {
  const more = { aliases: { query: "q", max: "limit", limit: "q" } };
  const input = object({ q: string, limit: integer });

  it("stand for the argument, and are told", async () => {
    const { sent, result } = await probe(input, { query: "a", max: "3" }, more);
    expect([sent, result.meta.notes]).toEqual([
      { q: "a", limit: 3 },
      ["query: read as q", "max: read as limit", "limit: read a string of digits as a number"],
    ]);
  });

  it("do not stand for it beside it", async () => {
    const { result } = await probe(input, { query: "a", q: "b" }, more);
    expect(result.content).toContain("query: unknown argument");
  });

  it("never hide an argument of that name", async () => {
    expect((await probe(input, { limit: 3 }, more)).sent).toEqual({ limit: 3 });
  });
});
