import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import type { JsonObject } from "../../../src/read/openapi/document.js";
import { readOpenApi } from "../../../src/read/openapi/index.js";
import { shapeOpenApi } from "../../../src/shape/openapi.js";
import type { ShapeOptions } from "../../../src/shape/options.js";
import { inMemory } from "../read/openapi/schema/document.js";

const parameter = (name: string, type = "string"): JsonObject => ({ name, in: "query", schema: { type } });
const responses = { "200": { description: "ok" } };
const operation = (more: JsonObject = {}): JsonObject => ({
  parameters: [parameter("tenant"), parameter("limit", "integer")],
  responses,
  ...more,
});

/** What is bound, by tool, and what is said. */
function run(options: ShapeOptions, pets: JsonObject = {}) {
  const diagnostics = new Diagnostics();
  const paths = {
    "/pets": { get: operation(pets), delete: operation() },
    "/shops": { get: operation() },
    "/status": { get: { responses } },
  };
  const document = inMemory({ info: { title: "T" }, servers: [{ url: "https://a.example" }], paths }, "3.1");
  const { operations } = shapeOpenApi(readOpenApi(document, diagnostics), options, diagnostics);
  const bound = operations.map(({ toolName, bound = {}, input }) => {
    const sources = Object.entries(bound).map(([arg, { schema: _, ...from }]) => [arg, Object.values(from)[0]]);
    const left = typeof input === "object" ? Object.keys(input.properties ?? {}) : [];
    return [toolName, { bound: Object.fromEntries(sources), left }] as const;
  });
  return {
    bound: Object.fromEntries(bound),
    said: diagnostics.list.map(({ code, message }) => `${code} ${message}`),
  };
}

describe("bound arguments", () => {
  it("leave every tool that has them, or those that are named", () => {
    expect(run({ bind: ["tenant=env:TENANT", "GET *:limit=10", "list_shops:limit=20"] })).toEqual({
      bound: {
        delete_pets: { bound: { tenant: "TENANT" }, left: ["limit"] },
        list_pets: { bound: { tenant: "TENANT", limit: "10" }, left: [] },
        list_shops: { bound: { tenant: "TENANT", limit: "20" }, left: [] },
        get_status: { bound: {}, left: [] },
      },
      said: [],
    });
  });

  it("come from the nearest word to the user, of the fewest tools", () => {
    const tools = { "GET /pets": { bind: { tenant: "config", limit: { env: "LIMIT" } } } };
    const pets = { "x-toolgen-bind": { tenant: "document", limit: 1 } };
    const of = (options: ShapeOptions): unknown => run(options, pets).bound["list_pets"]?.bound;
    expect(of({})).toEqual({ tenant: "document", limit: 1 });
    expect(of({ bind: ["tenant=all"] })).toEqual({ tenant: "all", limit: 1 });
    expect(of({ bind: ["tenant=all"], tools })).toEqual({ tenant: "config", limit: "LIMIT" });
    expect(of({ bind: ["list_pets:tenant=some", "tenant=all"], tools })).toEqual({ tenant: "some", limit: "LIMIT" });
  });

  it("are never taken from the host by a document", () => {
    const pets = { "x-toolgen-bind": { tenant: "env:AWS_SECRET_ACCESS_KEY", limit: { context: "token" } } };
    const { bound, said } = run({}, pets);
    expect(bound["list_pets"]).toEqual({ bound: {}, left: ["tenant", "limit"] });
    expect(said).toEqual([
      "EXTENSION_INVALID GET /pets: x-toolgen-bind: tenant: a document may bind constants alone; use --bind or the config file",
      "EXTENSION_INVALID GET /pets: x-toolgen-bind: limit: a document may bind constants alone; use --bind or the config file",
    ]);
  });

  it.each<[string, ShapeOptions, JsonObject, string[]]>([
    [
      "no tool has it",
      { bind: ["tenat=env:TENANT"] },
      {},
      ["BINDING_UNUSED --bind tenat: no tool that it is meant for has an argument tenat"],
    ],
    [
      "its tool has it not",
      { bind: ["get_status:tenant=x"] },
      {},
      ["BINDING_UNUSED --bind get_status:tenant: no tool that it is meant for has an argument tenant"],
    ],
    [
      "the config's tool has it not",
      { tools: { get_status: { bind: { tenant: "x" } } } },
      {},
      ["BINDING_UNUSED bind tenant: no tool that it is meant for has an argument tenant"],
    ],
    ["some of the config's tools have it not", { tools: { "GET *": { bind: { tenant: "x" } } } }, {}, []],
    [
      "the document's tool has it not",
      {},
      { "x-toolgen-bind": { tenat: "x" } },
      ["EXTENSION_INVALID bind tenat: no tool that it is meant for has an argument tenat"],
    ],
    [
      "it is not written as one",
      { bind: ["tenant"] },
      {},
      ['BINDING_INVALID "tenant" is no [<tool>:]<arg>=<constant>, …=env:<NAME> or …=context:<path>'],
    ],
    [
      "the config does not write it as one",
      { tools: { list_pets: { bind: ["tenant=x"] } } },
      {},
      [
        'EXTENSION_INVALID config: tools["list_pets"]: bind: ["tenant=x"] is no object of argument: constant, env:NAME or context:path',
      ],
    ],
    [
      "an alias leads to it",
      { bind: ["list_pets:tenant=x"], tools: { list_pets: { aliases: { t: "tenant" } } } },
      {},
      ['EXTENSION_INVALID list_pets: alias t: there is no argument "tenant"'],
    ],
  ])("are reported where %s", (_, options, pets, want) => expect(run(options, pets).said).toEqual(want));
});
