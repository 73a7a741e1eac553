import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject } from "../../../../../src/read/openapi/document.js";
import { assignNames, typeName } from "../../../../../src/read/openapi/schema/name.js";
import { unicodePattern } from "../../../../../src/read/openapi/schema/pattern.js";
import { argumentName } from "../../../../../src/read/openapi/schema/wire.js";
import { argumentNames, createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inline, inMemory } from "./document.js";

describe("typeName", () => {
  it.each([
    ["Pet", "Pet"],
    ["full-repository", "FullRepository"],
    ["payment_method.card", "PaymentMethodCard"],
    ["a/b~c", "ABC"],
    ["HTTPError", "HTTPError"],
    ["Résumé", "Resume"],
    ["2fa", "_2fa"],
    ["Response«Pet»", "ResponsePet"],
    ["error", "ErrorModel"],
    ["Object", "ObjectModel"],
    ["Record", "RecordModel"],
    ["schemas", "SchemasModel"],
    ["FileValue", "FileValueModel"],
    ["default", "Default"],
    ["*/ alert(1) //", "Alert1"],
  ])("%s → %s", (raw, want) => expect(typeName(raw)).toBe(want));

  it("of letters that TypeScript could take but files could not, and of too many", () => {
    expect(typeName("用户")).toMatch(/^Schema_[0-9a-f]{6}$/);
    expect(typeName("用户")).not.toBe(typeName("订单"));
    expect(typeName("x".repeat(200))).toMatch(/^X{0,1}x+_[0-9a-f]{6}$/);
    expect(typeName("x".repeat(200)).length).toBeLessThanOrEqual(80);
  });
});

describe("assignNames", () => {
  const named = (...raw: readonly string[]) =>
    Object.fromEntries(
      assignNames(raw.map((key) => ({ key, name: typeName(key), rank: typeName(key) === key ? 0 : 1 }))),
    );

  it("keeps names whatever else comes, and in whatever order", () => {
    const few = named("foo-bar", "FooBar", "Pet");
    expect(few).toEqual({ FooBar: "FooBar", "foo-bar": expect.stringMatching(/^FooBar_[0-9a-f]{6}$/), Pet: "Pet" });
    expect(named("Zoo", "Pet", "FooBar", "Apple", "foo-bar")).toMatchObject(few);
  });

  it("is unique without regard to case", () => {
    const names = Object.values(named("PET", "Pet", "pet", "pEt"));
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(4);
  });
});

describe("names of shared schemas", () => {
  const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const read = (root: JsonObject, refs: readonly string[], others: Record<string, JsonObject> = {}) => {
    const reader = createSchemaReader(inMemory(root, "3.1", others), new Diagnostics());
    return refs.map(($ref) =>
      (reader.read(inline({ $ref }), "input") as { $ref: string }).$ref.replace("#/$defs/", ""),
    );
  };

  it("come from the file or the pointer where there is no component", () => {
    const root = {
      paths: {
        "/items/{id}": { put: { requestBody: { content: { "application/json": { schema: { type: "string" } } } } } },
        "/x": {
          get: {
            schema: {
              properties: {
                a: { $ref: "#/components/schemas/Pet/properties/owner" },
                b: { $ref: "models/small-dog.json" },
                c: { $ref: "models/small-dog.json#/properties/tail" },
              },
            },
          },
        },
      },
      components: { schemas: { Pet: { type: "object", properties: { owner: { type: "string" } } } } },
    };
    const others = { "models/small-dog.json": { type: "object", properties: { tail: { type: "string" } } } };
    expect(
      read(
        root,
        [
          "#/paths/~1items~1%7Bid%7D/put/requestBody/content/application~1json/schema",
          "#/components/schemas/Pet/properties/owner",
          "models/small-dog.json",
          "models/small-dog.json#/properties/tail",
        ],
        others,
      ).map((name) => name.replace(/_[0-9a-f]{6}$/, "_#")),
    ).toEqual(["ItemsIdPut_#", "PetOwner", "SmallDog", "Tail"]);
  });

  it("a component that only refers to a file gives it its name", () => {
    const root = { components: { schemas: { Pet: { $ref: "pet.json" }, Dog: { $ref: "#/components/schemas/Pet" } } } };
    expect(read(root, ["#/components/schemas/Dog", "pet.json"], { "pet.json": { type: "string" } })).toEqual([
      "Pet",
      "Pet",
    ]);
  });

  it("what is sent is called Input, unless a component is called that", () => {
    const id = { type: "object", properties: { id: { readOnly: true } } };
    expect(read({ components: { schemas: { Pet: id } } }, ["#/components/schemas/Pet"])).toEqual(["PetInput"]);
    expect(
      read({ components: { schemas: { Pet: id, PetInput: { type: "string" } } } }, [
        "#/components/schemas/Pet",
        "#/components/schemas/PetInput",
      ]),
    ).toEqual([expect.stringMatching(/^PetInput_[0-9a-f]{6}$/), "PetInput"]);
  });

  it("are the same whoever comes first", () => {
    const schemas = { a: ref("foo-bar"), "foo-bar": { type: "string" }, FooBar: { type: "string" } };
    const refs = ["#/components/schemas/foo-bar", "#/components/schemas/FooBar"];
    expect(read({ components: { schemas } }, refs)).toEqual(
      read({ components: { schemas } }, [...refs].reverse()).reverse(),
    );
  });
});

describe("argument names", () => {
  it.each([
    ["name", "name"],
    ["$filter", "filter"],
    ["X-Request-ID", "X_Request_ID"],
    ["filter[name]", "filter_name"],
    ["2fa", "_2fa"],
    ["größe", "gro_e"],
    ["__proto__", "__proto__"],
    ["_", "_"],
  ])("%s → %s", (wire, want) => expect(argumentName(wire)).toBe(want));

  it("of nothing legal, and of too many letters", () => {
    expect(argumentName("名前")).toMatch(/^field_[0-9a-f]{6}$/);
    expect(argumentName("")).toMatch(/^field_[0-9a-f]{6}$/);
    expect(argumentName(`${"a".repeat(70)}-b`)).toMatch(/^a{57}_[0-9a-f]{6}$/);
  });

  it("only those that change, each unique in its object", () => {
    expect(argumentNames(["a", "b_c"])).toEqual(new Map());
    const names = argumentNames(["a-b", "a.b", "a_b", "c-d"]);
    expect(names.get("c-d")).toBe("c_d");
    expect([names.get("a-b"), names.get("a.b")]).toEqual([
      expect.stringMatching(/^a_b_/),
      expect.stringMatching(/^a_b_/),
    ]);
    expect(new Set([...names.values(), "a_b"]).size).toBe(4);
  });
});

describe("unicodePattern", () => {
  it.each<readonly [string, string | undefined]>([
    ["^[a-z]+$", "^[a-z]+$"],
    ["^a\\-b$", "^a-b$"],
    ["^\\@\\_\\:$", "^@_:$"],
    ["^[\\w-.]+$", "^[\\w\\-.]+$"],
    ["^[a\\-z]$", "^[a\\-z]$"],
    ["\\A\\d+\\z", "^\\d+$"],
    ["^{x}$", "^\\{x\\}$"],
    ["^a{2,3}}$", "^a{2,3}\\}$"],
    ["a]", "a\\]"],
    ["(?P<year>\\d{4})", "(?<year>\\d{4})"],
    ["(?<!a)b(?=c)\\1?", undefined],
    ["(?i)abc", undefined],
    ["[[:alpha:]-]\\@", undefined],
    ["a++", undefined],
    ["(", undefined],
    ["\\", undefined],
  ])("%s → %s", (pattern, want) => expect(unicodePattern(pattern)).toBe(want));

  it("keeps look-around as it is", () => {
    expect(unicodePattern("^(?!x)(?<=y)z$")).toBe("^(?!x)(?<=y)z$");
  });
});
