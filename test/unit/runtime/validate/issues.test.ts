import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../../../src/tool/index.js";
import { issues, object, probe } from "../tools.js";

const string = { type: "string" } as const;
const integer = { type: "integer" } as const;

/** The words for a value at `/x`. */
const at = (schema: JsonSchema, value: unknown): Promise<readonly string[]> =>
  issues(object({ x: schema }), { x: value });

describe("words for one wrong value", () => {
  it.each<[JsonSchema, unknown, string]>([
    [string, 3, "expected a string, got the number 3"],
    [string, null, "expected a string, got null"],
    [string, ["a"], "expected a string, got a list of 1"],
    [string, {}, "expected a string, got an empty object"],
    [integer, "abc", 'expected an integer, got the string "abc"'],
    [integer, 1.5, "expected an integer, got the number 1.5"],
    [{ type: "boolean" }, "yes", 'expected true or false, got the string "yes"'],
    [{ type: ["string", "null"] }, 3, "expected a string or null, got the number 3"],
    [{ type: "object" }, "abc", 'expected an object, got the string "abc"'],
    [
      { enum: ["open", "closed"] },
      "opn",
      'expected one of "open", "closed", got the string "opn"; did you mean "open"?',
    ],
    [{ enum: ["open", "closed"] }, "xyz", 'expected one of "open", "closed", got the string "xyz"'],
    [{ const: "a" }, "b", 'expected "a", got the string "b"'],
    [{ type: "integer", minimum: 1 }, 0, "expected at least 1, got the number 0"],
    [{ type: "integer", maximum: 9 }, 10, "expected at most 9, got the number 10"],
    [{ type: "number", exclusiveMinimum: 0 }, 0, "expected more than 0, got the number 0"],
    [{ type: "number", exclusiveMaximum: 5 }, 5, "expected less than 5, got the number 5"],
    [{ type: "integer", multipleOf: 5 }, 7, "expected a multiple of 5, got the number 7"],
    [{ type: "string", minLength: 3 }, "ab", 'expected at least 3 characters, got the string "ab"'],
    [{ type: "string", maxLength: 1 }, "ab", 'expected at most 1 character, got the string "ab"'],
    [{ type: "string", pattern: "^\\d+$" }, "a", 'expected text that matches ^\\d+$, got the string "a"'],
    [
      { type: "string", format: "date-time" },
      "yesterday",
      'expected a time like 2024-01-31T09:30:00Z, got the string "yesterday"',
    ],
    [{ type: "array", minItems: 2 }, [1], "expected at least 2 items, got a list of 1"],
    [{ type: "array", maxItems: 1 }, [1, 2], "expected at most 1 item, got a list of 2"],
    [{ type: "array", prefixItems: [true], items: false }, [1, 2], "expected at most 1 item, got a list of 2"],
    [{ type: "array", uniqueItems: true }, ["a", "b", "a"], "items 0 and 2 are the same; each may occur once"],
    [{ type: "array", contains: { const: 1 } }, [2], "no item is of the kind that has to be among them"],
    [
      { type: "object", oneOf: [{ required: ["a"] }, { required: ["b"] }] },
      "abc",
      'expected an object, got the string "abc"',
    ],
    [{ not: { const: 1 } }, 1, "this value is ruled out here"],
    [{ type: "object", minProperties: 1 }, {}, "expected at least 1 key, got an empty object"],
    [false, 1, "nothing is allowed here"],
    [integer, 2 ** 60, "this integer is beyond 2^53 and may have lost digits: give it as a string of digits"],
  ])("%j refuses %j", async (schema, value, want) => {
    expect(await at(schema, value)).toEqual([`/x: ${want}`]);
  });

  it.each<[JsonSchema, unknown, string]>([
    [{ enum: [{ a: 1 }, "s"] }, { toString: 1 }, 'expected one of {"a":1}, "s", got an object'],
    [{ const: { a: 1 } }, { valueOf: 1 }, 'expected {"a":1}, got an object'],
    [{ const: { valueOf: 1 } }, { valueOf: 2 }, 'expected {"valueOf":1}, got an object'],
    [{ const: { toString: { a: [1, 0] }, b: 2 } }, { b: 2, toString: { a: [1, -0] } }, "accepted"],
    [{ enum: [{ constructor: null }, 2] }, { constructor: null }, "accepted"],
    [{ enum: [[1, 2]] }, [1, 2], "accepted"],
    [{ enum: ["[1,2]", '{"a":1}'] }, [1, 2], 'expected one of "[1,2]", "{\\"a\\":1}", got a list of 2'],
    [{ const: null }, null, "accepted"],
    [{ const: 0 }, -0, "accepted"],
    [{ const: false }, 0, "expected false, got the number 0"],
  ])("%j compares with %j by what both hold, whatever its keys are called", async (schema, value, want) => {
    expect(await at(schema, value)).toEqual([want === "accepted" ? want : `/x: ${want}`]);
  });

  it("point at the item", async () => {
    expect(await issues(object({ labels: { type: "array", items: string } }), { labels: [3] })).toEqual([
      "/labels/0: expected a string, got the number 3",
    ]);
  });

  it("cut what is long", async () => {
    const [words = ""] = await at(integer, "z".repeat(10_000));
    expect(words.length).toBeLessThan(150);
  });

  it("show hidden characters", async () => {
    expect(await at(integer, "a\u202eb\n")).toEqual(['/x: expected an integer, got the string "a\\u{202e}b\\n"']);
  });

  it.each(["password", "api_key", "accessToken"])("do not quote what is called %s", async (name) => {
    const schema = object({ [name]: { type: "string", minLength: 20 } });
    expect(await issues(schema, { [name]: "hunter2" })).toEqual([
      `/${name}: expected at least 20 characters, got another string`,
    ]);
  });

  it("do not quote what the schema calls a password", async () => {
    expect(await at({ type: "string", format: "password", minLength: 20 }, "hunter2")).toEqual([
      "/x: expected at least 20 characters, got another string",
    ]);
  });
});

describe("words for names", () => {
  const input = object(
    {
      owner: { type: "string", description: "Account that owns it.\nMore of it." },
      labels: { type: "array", items: string },
      "a/b~c": integer,
    },
    ["owner"],
  );

  it("say which argument is missing, and what it is", async () => {
    expect(await issues(input, {})).toEqual([
      "/owner: is required, but missing; expected a string: Account that owns it.",
    ]);
  });

  it("say which name was meant", async () => {
    expect(await issues(input, { owner: "a", lables: [] })).toEqual([
      '/lables: unknown argument; did you mean "labels"?',
    ]);
  });

  it("say which names there are, where none is near", async () => {
    expect(await issues(input, { owner: "a", zzz: 1 })).toEqual([
      "/zzz: unknown argument; known are owner, labels, a/b~c",
    ]);
  });

  it("point by JSON pointer", async () => {
    expect(await issues(input, { owner: "a", "a/b~c": "x" })).toEqual([
      '/a~1b~0c: expected an integer, got the string "x"',
    ]);
  });

  it("name a key that another one needs", async () => {
    const schema: JsonSchema = { type: "object", properties: { a: true, b: true }, dependentRequired: { a: ["b"] } };
    expect(await issues(schema, { a: 1 })).toEqual(['/b: is required with "a", but missing']);
  });

  it("name a key that its map does not allow", async () => {
    const schema = object({ map: { type: "object", propertyNames: { pattern: "^[a-z]+$" } } });
    expect(await issues(schema, { map: { A1: 1 } })).toEqual(["/map/A1: this key is not allowed here"]);
  });

  it("come in one message, with the names that there are", async () => {
    const { result } = await probe(input, { lables: [] });
    expect(result.content).toBe(
      [
        "2 arguments do not fit act:",
        "- owner: is required, but missing; expected a string: Account that owns it.",
        '- lables: unknown argument; did you mean "labels"?',
        "Correct them and call again. act takes owner (required), labels, a/b~c.",
      ].join("\n"),
    );
  });

  it("are twenty at most", async () => {
    const { result } = await probe(object({}), Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 1])));
    expect(result.ok ? 0 : result.error.issues?.length).toBe(21);
    expect(result.content.length).toBeLessThan(2000);
  });
});

describe("words for a union", () => {
  const cat = object({ kind: { const: "cat" }, lives: integer }, ["kind", "lives"]);
  const dog = object({ kind: { const: "dog" }, tricks: { type: "array", items: string } }, ["kind", "tricks"]);

  it.each(["oneOf", "anyOf"])("%s: are those of the branch that the fixed value names", async (keyword) => {
    expect(await at({ [keyword]: [cat, dog] }, { kind: "dog", tricks: [3] })).toEqual([
      "/x/tricks/0: expected a string, got the number 3",
    ]);
  });

  it("name the fixed values, where none fits", async () => {
    expect(await at({ oneOf: [cat, dog] }, { kind: "cow", lives: 3 })).toEqual([
      '/x/kind: expected one of "cat", "dog", got the string "cow"',
    ]);
  });

  it("name the types, where none fits", async () => {
    expect(await at({ anyOf: [string, integer, { type: "null" }] }, {})).toEqual([
      "/x: expected a string or an integer or null, got an empty object",
    ]);
  });

  it("are those of the branch of the right type", async () => {
    expect(await at({ anyOf: [{ type: "array", items: integer }, object({ a: integer })] }, { a: "b" })).toEqual([
      '/x/a: expected an integer, got the string "b"',
    ]);
  });

  it("join what single values may be", async () => {
    const schema: JsonSchema = { anyOf: [{ enum: ["all", "none"] }, { type: "string", format: "uuid" }] };
    expect(await at(schema, "some")).toEqual([
      '/x: expected one of "all", "none" or a UUID like 123e4567-e89b-12d3-a456-426614174000, got the string "some"',
    ]);
  });

  it("name the keys of which one is needed", async () => {
    const schema: JsonSchema = { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] };
    expect(await at(schema, {})).toEqual(["/x: needs one of: a, b"]);
  });

  it("say that too many fit", async () => {
    expect(await at({ oneOf: [string, { minLength: 1 }] }, "a")).toEqual([
      "/x: fits more than one of the forms that exclude each other; leave out what only one of them has",
    ]);
  });

  it("go down unions in unions, and leave errors beside them alone", async () => {
    const inner = { anyOf: [object({ n: integer }, ["n"]), { type: "null" }] } as const;
    const schema = object({ a: integer, u: { oneOf: [object({ kind: { const: 1 }, inner }), string] }, z: integer });
    expect(await issues(schema, { a: "x", u: { kind: 1, inner: { n: "y" } }, z: "w" })).toEqual([
      '/a: expected an integer, got the string "x"',
      '/u/inner/n: expected an integer, got the string "y"',
      '/z: expected an integer, got the string "w"',
    ]);
  });

  it("follow references", async () => {
    const schema: JsonSchema = {
      ...(object({ pet: { oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }] } }) as object),
      $defs: { Cat: cat, Dog: dog },
    };
    expect(await issues(schema, { pet: { kind: "cat", lives: "x" } })).toEqual([
      '/pet/lives: expected an integer, got the string "x"',
    ]);
  });

  it("name the condition's own errors only", async () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: true, b: true },
      if: { properties: { a: { const: 1 } }, required: ["a"] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ["b"] },
    };
    expect(await issues(schema, { a: 1 })).toEqual(["/b: is required, but missing"]);
  });
});
