import { buildSchema, type IntrospectionQuery, introspectionFromSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { readIntrospection } from "../../../../../src/read/graphql/load/introspection.js";
import { resolveLimits } from "../../../../../src/read/graphql/load/limits.js";
import { ReadFault } from "../../../../../src/read/source/fault.js";

type Json = Record<string, unknown>;
const limits = resolveLimits(undefined);
const read = (value: unknown) => readIntrospection(value, limits);

/** An introspection whose parts are changed by whoever made it. */
function changed(sdl: string, change: (types: Map<string, Json>, schema: Json) => void): unknown {
  const whole: IntrospectionQuery = introspectionFromSchema(buildSchema(sdl), { oneOf: true });
  const copy = JSON.parse(JSON.stringify(whole)) as { __schema: Json & { types: Json[] } };
  change(new Map(copy.__schema.types.map((type) => [String(type["name"]), type])), copy.__schema);
  return copy;
}

const SDL = "type Query { a(b: Int!, c: In): A } type A { d: E } enum E { F G } input In { h: Int = 1 } union U = A";
const first = (of: Json | undefined, key: string): Json => ((of?.[key] as Json[]) ?? [])[0] ?? {};

describe("an introspection", () => {
  it.each<[string, (types: Map<string, Json>, schema: Json) => void, string]>([
    ["a name that is code", (t) => Object.assign(first(t.get("A"), "fields"), { name: "d }) { x" }), 'A."d }) { x"'],
    ["a name of GraphQL's own", (t) => Object.assign(first(t.get("A"), "fields"), { name: "__d" }), 'A."__d"'],
    [
      "a name that sets a prototype",
      (t) => Object.assign(first(t.get("A"), "fields"), { name: "__proto__" }),
      'A."__proto__"',
    ],
    ["a name that is no text", (t) => Object.assign(first(t.get("A"), "fields"), { name: 5 }), "A.5"],
    ["a type's name that is none", (t) => Object.assign(t.get("U") ?? {}, { name: "U-1" }), 'the type "U-1"'],
    ["two types of one name", (t) => Object.assign(t.get("U") ?? {}, { name: "A" }), 'the type "A"'],
    ["an enum's true", (t) => Object.assign(first(t.get("E"), "enumValues"), { name: "true" }), 'E."true"'],
    ["a kind that is none", (t) => Object.assign(t.get("U") ?? {}, { kind: "MAGIC" }), 'the type "U"'],
    [
      "a broken reference",
      (t) => Object.assign(first(t.get("A"), "fields"), { type: { kind: "ENUM", name: "No" } }),
      "the field A.d, whose type is not there",
    ],
    [
      "an output type as input",
      (t) => Object.assign(first(t.get("In"), "inputFields"), { type: { kind: "OBJECT", name: "A" } }),
      "In.h, whose type is not there",
    ],
    [
      "a default that is no value",
      (t) => Object.assign(first(t.get("In"), "inputFields"), { defaultValue: "1) { x" }),
      "the default of In.h",
    ],
    [
      "a default that is too deep",
      (t) => Object.assign(first(t.get("In"), "inputFields"), { defaultValue: "[".repeat(9_000) }),
      "the default of In.h",
    ],
    [
      "a default that is a variable",
      (t) => Object.assign(first(t.get("In"), "inputFields"), { defaultValue: "$x" }),
      "the default of In.h",
    ],
    [
      "a default that brings in itself",
      (t) =>
        Object.assign(first(t.get("In"), "inputFields"), {
          type: { kind: "INPUT_OBJECT", name: "In" },
          defaultValue: "{}",
        }),
      "the default of h, which has no end,",
    ],
    [
      "a union of nothing",
      (t) => Object.assign(t.get("U") ?? {}, { possibleTypes: [{ name: "No" }] }),
      '"No" of U, which is not there',
    ],
    [
      "a root type that is none",
      (_, schema) => Object.assign(schema, { mutationType: { name: "E" } }),
      'mutationType "E", which is no object type',
    ],
  ])("with %s loads without it", (_, change, dropped) => {
    const result = read(changed(SDL, change));
    expect(result.dropped).toContain(dropped);
    expect(result.schema.getQueryType()?.name).toBe("Query");
  });

  it("drops a field with a required argument that it lost, and keeps one with an optional one", () => {
    const lost = (name: string) =>
      read(
        changed(SDL, (types) => {
          const args = first(types.get("Query"), "fields")["args"] as Json[];
          Object.assign(args.find((arg) => arg["name"] === name) ?? {}, { name: "no-name" });
        }),
      )
        .schema.getQueryType()
        ?.getFields();
    expect(Object.keys(lost("b") ?? {})).toEqual([]);
    expect(lost("c")?.["a"]?.args.map(({ name }) => name)).toEqual(["b"]);
  });

  it("is followed through no more wrappers than anybody writes", () => {
    let type: Json = { kind: "ENUM", name: "E" };
    for (let i = 0; i < 10_000; i++) type = { kind: "LIST", name: null, ofType: type };
    const { dropped } = read(changed(SDL, (types) => Object.assign(first(types.get("A"), "fields"), { type })));
    expect(dropped).toContain("the field A.d, whose type is not there");
  });

  it.each([
    null,
    5,
    "x",
    [],
    {},
    { __schema: null },
    { __schema: { types: 5 } },
    { data: { __schema: [] } },
    { data: null, errors: [{ message: 5 }] },
  ])("that is none is a fault: %j", (value) => {
    expect(() => read(value)).toThrow(ReadFault);
  });

  it.each([
    { types: [] },
    { types: [null, 5, {}, { kind: "OBJECT" }] },
    { types: [{ kind: "OBJECT", name: "A", fields: [{}, 5] }] },
  ])("never crashes: %j", (schema) => {
    expect(() => read({ __schema: schema })).not.toThrow(TypeError);
  });
});
