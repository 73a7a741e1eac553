import { describe, expect, it } from "vitest";
import { readDefinition } from "../../../src/emit/gate.js";
import { emitToolkit } from "../../../src/emit/toolkit.js";
import type { GraphqlOperation } from "../../../src/ir/types.js";
import type { GraphqlPlan } from "../../../src/tool/types.js";
import { evaluate } from "./evaluate.js";
import { closed, toolSpec } from "./fixtures.js";
import { foreignKinds } from "./kinds.js";

const DOCUMENT = "query Pets($first: Int) {\n  pets(first: $first) {\n    name\n  }\n}";

function tool(plan: Partial<GraphqlPlan> = {}): GraphqlOperation {
  return {
    kind: "graphql",
    toolName: "list_pets",
    group: "pet",
    description: "Lists.",
    effect: "read",
    tags: [],
    input: closed({ first: { type: "integer" } }),
    pointer: "#Query.pets",
    auth: [],
    graphql: { operation: "query", document: DOCUMENT, operationName: "Pets", field: "pets", ...plan },
  };
}

function emit(plan: Partial<GraphqlPlan> = {}): ReadonlyMap<string, string> {
  const spec = toolSpec({
    source: { kind: "graphql", title: "", file: "pets.graphql", sha256: "0".repeat(64) },
    operations: [tool(plan)],
  });
  return new Map(emitToolkit(spec, { version: "1.2.3", options: {} }).map(({ path, text }) => [path, text]));
}

const FILE = "tools/pet/list_pets.ts";
const planIn = (text: string): GraphqlPlan => (readDefinition(text) as GraphqlOperation).graphql;

describe("a document of GraphQL", () => {
  it("is printed in lines of its own, and means itself", () => {
    const text = emit().get(FILE) ?? "";
    expect(text).toContain(`document: \`${DOCUMENT}\`,\n    operationName: "Pets",`);
    expect(foreignKinds(text)).toEqual([]);
    expect(planIn(text).document).toBe(DOCUMENT);
  });

  it.each([
    'query A {\n  a(b: "`")\n}',
    'query A {\n  a(b: "${process.exit(1)}")\n}',
    'query A {\n  a(b: "\\n")\n}',
    'query A {\n  a(b: "\u202e")\n}',
    'query A {\n  a(b: """import("./tools/x")""")\n}',
    'query A {\n  a(b: """\nexport const evil = 1;\n""")\n}',
    'query A {\n  a(b: "*/ //")\n}',
    "query A {\r\n  a\n}",
    "query A { a }",
  ])("is data, whatever it holds (G-02): %j", (document) => {
    const files = emit({ document });
    const text = files.get(FILE) ?? "";
    expect(foreignKinds(text)).toEqual([]);
    expect(planIn(text).document).toBe(document);
    expect(evaluate(files, FILE)["listPets"]).toMatchObject({ graphql: { document } });
  });
});

describe("what a model may select", () => {
  const types = { Pet: { fields: { name: "", owner: "Owner" } }, Owner: { fields: { id: "" } } };

  it("stands once, and tools refer to it", () => {
    const files = emit({ select: { arg: "fields", type: "Pet", types } });
    const text = files.get(FILE) ?? "";
    expect(text).toContain('import { selectable } from "../../selectable.js";');
    expect(text).toContain('select: { arg: "fields", type: "Pet", types: selectable },');
    expect(readDefinition(files.get("selectable.ts") ?? "")).toEqual(types);
    expect(foreignKinds(files.get("selectable.ts") ?? "")).toEqual([]);
  });

  it("is in no file where nothing may be selected", () => {
    expect(emit().has("selectable.ts")).toBe(false);
  });
});
