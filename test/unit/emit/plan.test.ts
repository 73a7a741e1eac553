import { describe, expect, it } from "vitest";
import { EmitError } from "../../../src/emit/code.js";
import { planToolkit } from "../../../src/emit/plan.js";
import { operation, toolSpec } from "./fixtures.js";

const plan = (toolName: string, group = "pets", name = "kit") =>
  planToolkit(toolSpec({ name, operations: [operation(toolName, { group })] })).tools[0];

describe("S-04 names", () => {
  it.each([
    { tool: "list_pets", name: "listPets", file: "tools/pets/list_pets.ts", input: "ListPetsInput" },
    { tool: "get_v1_2", name: "getV1_2", file: "tools/pets/get_v1_2.ts", input: "GetV1_2Input" },
    { tool: "get_v12", name: "getV12", file: "tools/pets/get_v12.ts", input: "GetV12Input" },
    { tool: "a__b_", name: "a_B_", file: "tools/pets/a__b_.ts", input: "A_B_Input" },
    { tool: "delete", name: "_delete", file: "tools/pets/delete.ts", input: "DeleteInput" },
    { tool: "await", name: "_await", file: "tools/pets/await.ts", input: "AwaitInput" },
    { tool: "type", name: "_type", file: "tools/pets/type.ts", input: "TypeInput" },
    { tool: "define_tool", name: "_defineTool", file: "tools/pets/define_tool.ts", input: "DefineToolInput" },
    { tool: "schemas", name: "_schemas", file: "tools/pets/schemas.ts", input: "SchemasInput" },
    { tool: "kit", name: "_kit", file: "tools/pets/kit.ts", input: "KitInput" },
    { tool: "con", name: "con", file: "tools/pets/_con.ts", input: "ConInput" },
    { tool: "index", name: "index", file: "tools/pets/index.ts", input: "IndexInput" },
  ])("$tool", ({ tool, name, file, input }) => {
    expect(plan(tool)).toMatchObject({ exportName: name, file, inputType: input });
  });

  it("of different tools never meet, whatever the tools are called", () => {
    const letters = ["a", "b", "_", "1"];
    let names = ["a", "b"];
    for (let i = 0; i < 5; i++) names = names.flatMap((name) => [name, ...letters.map((letter) => name + letter)]);
    const tools = [...new Set(names), "class", "_class"].filter((name) => /^[a-z]/.test(name)).sort();
    const planned = planToolkit(toolSpec({ operations: tools.map((name) => operation(name)) })).tools;
    const unique = (key: (tool: (typeof planned)[number]) => string): number => new Set(planned.map(key)).size;
    expect(unique((tool) => tool.exportName)).toBe(tools.length);
    expect(unique((tool) => tool.inputType)).toBe(tools.length);
    expect(unique((tool) => tool.file.toLowerCase())).toBe(tools.length);
  });

  it.each(["", "A", "1a", "a-b", "a/../b", "../a", "a.b", "é", "a\n", "x".repeat(49), "__proto__"])(
    "refuses the tool %j",
    (name) => {
      expect(() => plan(name)).toThrow(EmitError);
    },
  );

  it.each(["", "a/b", "..", "A", "a b", "é"])("refuses the group %j", (group) => {
    expect(() => plan("a", group)).toThrow(EmitError);
  });

  it("refuses two tools of one name, and a toolkit without one", () => {
    expect(() => planToolkit(toolSpec({ operations: [operation("a"), operation("a")] }))).toThrow(EmitError);
    expect(() => planToolkit(toolSpec({ name: "a-b" }))).toThrow(EmitError);
  });

  it("of types are the schemas' own, where TypeScript lets them", () => {
    const schemas = { Pet: {}, string: {}, string_: {}, class: {}, "odd name": {}, "odd-name": {}, _1: {} };
    expect([...planToolkit(toolSpec({ schemas })).typeNames]).toEqual([
      ["Pet", "Pet"],
      ["string", "string__"],
      ["string_", "string_"],
      ["class", "class_"],
      ["odd name", "_odd_name"],
      ["odd-name", "_odd_name_"],
      ["_1", "_1"],
    ]);
  });
});
