import { describe, expect, it } from "vitest";
import { listDocument } from "../../../src/cli/list/document.js";
import { toolTable } from "../../../src/cli/report/tools.js";
import { createTerminal } from "../../../src/cli/terminal.js";
import { Catalog } from "../../../src/runtime/registry/catalog.js";
import type { AnyTool, Toolkit } from "../../../src/tool/types.js";
import { testWorld } from "./world.js";

const read: AnyTool = {
  name: "list_pets",
  title: "List pets",
  description: "List pets, newest first.\nMore text.",
  effect: "read",
  operationId: "listPets",
  auth: [{ key: [] }],
  input: { type: "object", properties: { limit: { type: "integer" } } },
  output: { type: "array" },
  http: { method: "GET", path: "/pets", query: ["limit"] },
};
const written: AnyTool = {
  name: "add",
  description: "Adds.",
  effect: "write",
  input: { type: "object" },
  run: () => 1,
};
const pets: Toolkit = {
  name: "pets",
  title: "The pet shop",
  servers: { default: { url: "https://pets.test" } },
  auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
  tools: { list_pets: { description: read.description, effect: "read", load: async () => read }, add: written },
};
const catalog = new Catalog();
catalog.add(pets, {}, () => undefined);
const listed = Object.keys(pets.tools).map((name) => catalog.find(name));

describe("the JSON document", () => {
  it("is the one of the contract", async () => {
    const pieces: string[] = [];
    for await (const piece of listDocument([pets], listed)) pieces.push(piece);
    expect(JSON.parse(pieces.join(""))).toEqual({
      toolkits: [{ name: "pets", servers: ["https://pets.test"], auth: pets.auth }],
      tools: [
        {
          name: "list_pets",
          toolkit: "pets",
          title: "List pets",
          description: read.description,
          effect: "read",
          origin: { kind: "http", method: "GET", path: "/pets", operationId: "listPets" },
          inputSchema: read.input,
          outputSchema: { type: "array" },
          bindings: [{ arg: "limit", in: "query", name: "limit" }],
          auth: [{ key: [] }],
        },
        {
          name: "add",
          toolkit: "pets",
          description: "Adds.",
          effect: "write",
          origin: { kind: "function", file: "pets", export: "add" },
          inputSchema: { type: "object" },
          bindings: [],
          auth: [],
        },
      ],
    });
  });

  it("is a document without toolkits and tools too", async () => {
    const pieces: string[] = [];
    for await (const piece of listDocument([], [])) pieces.push(piece);
    expect(JSON.parse(pieces.join(""))).toEqual({ toolkits: [], tools: [] });
  });
});

describe("the table", () => {
  const rows = catalog.list().map(({ name, effect, description }) => ({ name, effect, description }));
  const { paint } = createTerminal(testWorld());

  it("shows whole first lines where there is no terminal", () =>
    expect(toolTable([{ toolkit: pets, rows, hidden: 1 }], { paint: paint.out, width: undefined })).toBe(
      [
        "pets  The pet shop · 2 of 3 tools · https://pets.test",
        "  add        write  Adds.",
        "  list_pets  read   List pets, newest first.",
        "",
      ].join("\n"),
    ));

  it("cuts to the terminal's width", () =>
    expect(toolTable([{ toolkit: pets, rows, hidden: 0 }], { paint: paint.out, width: 42 }).split("\n")[2]).toBe(
      "  list_pets  read   List pets, newest fir…",
    ));
});
