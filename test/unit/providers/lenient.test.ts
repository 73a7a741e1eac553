import { describe, expect, it } from "vitest";
import { toLenient } from "../../../src/providers/convert/lenient.js";
import { dialects } from "../../../src/providers/dialect.js";
import { legalKeys, legalName } from "../../../src/providers/names.js";

const { key } = dialects.openai;

describe("toLenient", () => {
  it("is the schema itself where nothing is wrong with it", () => {
    const schema = { type: "object", properties: { a: { type: "string", minLength: 2 } } } as const;
    expect(toLenient(schema, key).schema).toEqual(schema);
    expect(toLenient(schema, key).restore({ a: "x" })).toEqual({ a: "x" });
  });

  it("gives every key a legal name at any depth, and maps it back", () => {
    const { schema, restore } = toLenient(
      {
        type: "object",
        properties: {
          "a.b": { type: "array", items: { $ref: "#/$defs/Odd" } },
          plain: { type: "object", additionalProperties: { $ref: "#/$defs/Odd" } },
        },
        required: ["a.b"],
        $defs: { Odd: { type: "object", properties: { "c-d": { type: "integer" } }, required: ["c-d"] } },
      },
      key,
    );
    const [ab, cd] = [legalName("a.b", key), legalName("c-d", key)];
    expect([ab, cd]).toEqual([expect.stringMatching(/^a_b_[0-9a-f]{6}$/), expect.stringMatching(/^c_d_[0-9a-f]{6}$/)]);
    expect(Object.keys(schema.properties ?? {})).toEqual([ab, "plain"]);
    expect(schema.required).toEqual([ab]);
    expect(restore({ [ab]: [{ [cd]: 1 }], plain: { "any key": { [cd]: 2 } } })).toEqual({
      "a.b": [{ "c-d": 1 }],
      plain: { "any key": { "c-d": 2 } },
    });
  });

  it.each([
    { what: "a list of anything", given: { type: "array" }, want: { type: "array", items: {} } },
    { what: "a list, or null", given: { type: ["array", "null"] }, want: { type: ["array", "null"], items: {} } },
    { what: "anything at all", given: true, want: {} },
    { what: "nothing", given: false, want: { not: {} } },
    { what: "a reference that leads nowhere", given: { $ref: "#/$defs/Nowhere" }, want: {} },
  ] as const)("says what providers ask for: $what", ({ given, want }) => {
    expect(toLenient({ type: "object", properties: { a: given } }, key).schema.properties).toEqual({ a: want });
  });

  it("has properties at the root, and nothing else that says what it is", () => {
    const { schema, loosened } = toLenient({ type: "object", enum: [{}], not: { required: ["a"] } }, key);
    expect(schema).toEqual({ type: "object", properties: {} });
    expect(loosened.map(({ keyword }) => keyword)).toEqual(["enum", "not"]);
  });

  it("has no union at the root", () => {
    const { schema, loosened } = toLenient(
      {
        type: "object",
        anyOf: [
          { properties: { a: { type: "string" }, c: true }, required: ["a", "c"] },
          { properties: { b: { type: "string" }, c: true }, required: ["b", "c"] },
        ],
      },
      key,
    );
    expect(schema).toEqual({
      type: "object",
      properties: { a: { type: "string" }, c: {}, b: { type: "string" } },
      required: ["c"],
    });
    expect(loosened).toEqual([{ path: "", keyword: "anyOf" }]);
  });
});

describe("names", () => {
  it("stay, or are cut and marked", () => {
    expect(legalName("list_pets", /^[a-z_]{1,64}$/)).toBe("list_pets");
    const long = legalName(`${"a".repeat(48)}__${"b".repeat(48)}`, dialects.openai.toolName);
    expect(long).toMatch(/^a{48}__b{7}_[0-9a-f]{6}$/);
    expect(long).toHaveLength(64);
  });

  it("are all different", () => {
    const keys = ["a.b", "a-b", "a b", "a_b", ""];
    const names = legalKeys(keys, key);
    expect(new Set(names).size).toBe(keys.length);
    for (const name of names) expect(name).toMatch(key);
    expect(names[3]).toBe("a_b");
  });
});
