import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonObject } from "../../../../../src/read/openapi/document.js";
import { createSchemaReader } from "../../../../../src/read/openapi/schema.js";
import { inline, inMemory } from "./document.js";

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
