import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildSchema } from "graphql";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../src/diagnostics.js";
import { loadGraphql } from "../../src/read/graphql/load.js";
import type { LoadedGraphql } from "../../src/read/graphql/loaded.js";
import { judge } from "./judge.js";
import { SHOP } from "./shop.js";

const loaded = (sdl: string): LoadedGraphql => ({
  schema: buildSchema(sdl),
  source: { kind: "graphql", title: "", file: "schema.graphql", sha256: "" },
  title: "",
});

describe("a server takes what every tool sends, and gives what it says", () => {
  it.each<[string, string]>([
    ["a shop", SHOP],
    [
      "another name for the roots",
      "schema { query: Root mutation: Change } type Root { a: Int } type Change { a(x: Int!): Root }",
    ],
  ])("of %s", async (_, sdl) => {
    const { tools, calls, faults } = await judge(loaded(sdl));
    expect(faults).toEqual([]);
    expect(calls).toBe(2 * tools);
  });
});

describe("a judge", () => {
  it("finds results that are not what a tool says", async () => {
    const schema = loaded("scalar Odd type Query { odd: Odd even: Int }");
    const { faults } = await judge(schema, { scalars: { Odd: { type: "integer" } } });
    expect(faults).toEqual(["minimal", "full"].map((kind) => `Query.odd, ${kind}: data must be integer,null`));
  });

  it("finds requests that a server refuses", async () => {
    const schema = loaded("input In @oneOf { a: Int b: Int } type Query { pick(in: In!): Int }");
    const other = buildSchema("input In { a: Int! b: Int! } type Query { pick(in: In!): Int }");
    const { faults } = await judge(schema, {}, other);
    expect(faults).toEqual([
      expect.stringContaining("Query.pick, minimal: upstream_error HTTP"),
      expect.stringContaining("Query.pick, full: upstream_error HTTP"),
    ]);
  });
});

describe("a server that has moved on", () => {
  it("is asked for what it still has; what it has not is null", async () => {
    const gone = /openSince: DateTime|name: String length: String|totalCount: Int!/g;
    const { faults } = await judge(loaded(SHOP), {}, buildSchema(SHOP.replace(gone, "")));
    // What could not be null is null as well: better than nothing, and told in the notes.
    expect(faults).toEqual(
      ["minimal", "full"].map((kind) => `Query.products, ${kind}: data/totalCount must be integer`),
    );
  });
});

/** Large schemas that people use, in a folder beside the project where it is there. */
const CORPUS = join(process.env["TOOLGEN_CORPUS"] ?? join(import.meta.dirname, "../../../shared/corpus"), "graphql");
const LARGE = ["linear.graphql", "cardano-hasura.graphql", "shopify-storefront.introspection.json"].filter((file) =>
  existsSync(join(CORPUS, file)),
);

describe("the same with large schemas, where they are there", () => {
  it.each(LARGE)("%s", { timeout: 300_000 }, async (file) => {
    const schema = await loadGraphql([join(CORPUS, file)], { cwd: CORPUS }, new Diagnostics());
    if (!schema) throw new Error("the schema does not load");
    const { tools, calls, faults } = await judge(schema);
    expect(faults).toEqual([]);
    expect([tools > 30, calls]).toEqual([true, 2 * tools]);
  });
});
