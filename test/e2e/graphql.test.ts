import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema, graphql } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, Sandbox } from "./cli.js";

const SDL =
  'type Query { "All of them." pets(first: Int = 2): [Pet!]! } type Pet { id: ID! name: String } type Mutation { petDelete(id: ID!): Pet }';
const schema = buildSchema(SDL);
const pets = [
  { id: "1", name: "Tom" },
  { id: "2", name: "Rex" },
];
const root = {
  pets: ({ first }: { first: number }) => pets.slice(0, first),
  petDelete: ({ id }: { id: string }) => pets.find((pet) => pet.id === id),
};
const OPERATION = "# The first one.\nquery First { first: pets(first: 1) { called: name } }";
const TOKEN = "t0ken-of-the-user";

const box = new Sandbox();
let server: Server;
let url = "";
beforeAll(async () => {
  await build();
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += chunk));
    request.on("end", async () => {
      if (request.url === "/first.graphql") return response.end(OPERATION);
      const known = request.headers.authorization === `Bearer ${TOKEN}`;
      response.writeHead(known ? 200 : 401, { "content-type": "application/json" });
      if (!known) return response.end('{"message":"Who are you?"}');
      const { query, variables } = JSON.parse(body);
      return response.end(
        JSON.stringify(await graphql({ schema, source: query, variableValues: variables, rootValue: root })),
      );
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}, 120_000);
afterAll(() => {
  server.close();
  box.clear();
});
const env = { ZOO_TOKEN: TOKEN };

describe("an endpoint of one's own", () => {
  it("says who may ask it", async () => {
    const { code, err } = await box.run(["graphql", url, "--auth", "bearer", "--name", "zoo"]);
    expect(code).toBe(1);
    expect(err).toContain("Who are you?");
    expect(err).toContain("ZOO_TOKEN is not set");
  });

  it("becomes a toolkit, and its credential is nowhere in it", async () => {
    const { code, err, out } = await box.run(["graphql", url, "--auth", "bearer", "--name", "zoo"], { env });
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toContain("2 operations → 2 tools: 1 read, 1 irreversible");
    expect(err).not.toContain(TOKEN);
    const again = await box.run(["check", "generated/zoo"], { env });
    expect(again).toMatchObject({ code: 0 });
  });

  it("is listed with the endpoint as its server", async () => {
    const { out } = await box.run(["list", "generated/zoo", "--format", "json"]);
    const { toolkits, tools } = JSON.parse(out);
    expect(toolkits).toEqual([{ name: "zoo", servers: [url], auth: { token: { type: "http", scheme: "bearer" } } }]);
    expect(tools[1]).toMatchObject({
      name: "list_pets",
      effect: "read",
      origin: { kind: "graphql", operation: "query", field: "pets" },
      bindings: [{ arg: "first", in: "variable", name: "first" }],
    });
  });

  it("is called", async () => {
    const { code, out } = await box.run(["call", "generated/zoo", "list_pets", "--args", '{"first": 1}', "--json"], {
      env,
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ ok: true, data: [{ id: "1", name: "Tom" }] });
  });

  it("serves an agent, which has to ask before it deletes", async () => {
    const input =
      '{"id":"1","name":"zoo__delete_pet","arguments":{"id":"2"}}\n{"id":"2","name":"list_pets","arguments":{}}\n';
    const { out } = await box.run(["run", "generated/zoo"], { env, input });
    const results = Object.fromEntries(
      out
        .trim()
        .split("\n")
        .map((line) => [JSON.parse(line).id, JSON.parse(line)]),
    );
    expect(results["2"]).toMatchObject({ ok: true, data: pets });
    expect(results["1"].ok).toBe(false);
  });
});

describe("an operation of one's own, at an address", () => {
  it("becomes a tool, which is checked against its source", async () => {
    box.put("schema.graphql", SDL);
    const operations = new URL("/first.graphql", url).href;
    const words = ["schema.graphql", "--endpoint", url, "--operations", operations, "--name", "zoo", "--out", "own"];
    const { code, err } = await box.run(["graphql", ...words, "--auth", "bearer"]);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("1 operation → 1 tool: 1 read") });
    expect(await box.run(["check", "own"])).toMatchObject({ code: 0 });
  });

  it("tells the field that it asks for, whatever it calls it", async () => {
    const { out } = await box.run(["list", "own", "--format", "json"]);
    expect(JSON.parse(out).tools).toMatchObject([
      { name: "list_first", description: "The first one.", origin: { field: "pets", operationName: "First" } },
    ]);
    const call = await box.run(["call", "own", "list_first", "--json"], { env });
    expect(JSON.parse(call.out)).toMatchObject({ ok: true, data: [{ called: "Tom" }] });
  });

  it("that is not there is named", async () => {
    const operations = new URL("/none.graphql", url).href;
    const { code, err } = await box.run(["graphql", "schema.graphql", "--operations", operations, "--name", "zoo"]);
    expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(operations) });
  });
});

describe("a schema in files", () => {
  it("becomes a toolkit by the config file, next to others", async () => {
    box.put("schema.graphql", SDL);
    box.put("map.json", '{"X": {"type": "string"}}');
    box.put(
      "toolgen.config.json",
      JSON.stringify({
        toolkits: [
          { schema: ["schema.graphql"], endpoint: url, name: "pets", scalars: "map.json", include: ["Query.*"] },
        ],
      }),
    );
    const { code, err } = await box.run(["generate"]);
    expect(code).toBe(0);
    expect(err).toContain("1 not selected");
    expect(box.has("generated/pets/tools/pet/list_pets.ts")).toBe(true);
  });

  it.each([
    [["graphql"], "toolgen graphql needs <source…>"],
    [["graphql", "a.graphql", "--auth", "magic"], '--auth: "magic" is no way to send a credential'],
    [["graphql", "a.graphql", "--omit", "title"], '--omit: "title" is not a field of a type'],
    [["graphql", "a.graphql", "--scalars", "no.json"], "--scalars: no.json cannot be read (ENOENT)"],
  ])("with a wrong call is a usage error: %j", async (words, want) => {
    const { code, err } = await box.run(words);
    expect(code).toBe(2);
    expect(err).toContain(want);
  });
});
