/** Held by `tsc`: a line that should not compile and does is an error here. */
import { describe, expect, it } from "vitest";
import { createRegistry, defineTool, type ToolResult } from "../../src/index.js";

interface Input {
  readonly id: number;
  readonly note?: string;
}
interface Output {
  readonly name: string;
}

const schema = {
  type: "object",
  properties: { id: { type: "integer" }, note: { type: "string" } },
  required: ["id"],
  additionalProperties: false,
} as const;

/** As generated. */
const getPet = defineTool<Input, Output>({
  name: "get_pet",
  description: "Gets a pet.",
  effect: "read",
  input: schema,
  http: { method: "GET", path: "/pets/{id}" },
});

/** As written by hand. */
const namePet = defineTool<Input, Output>({
  name: "name_pet",
  description: "Names a pet.",
  effect: "read",
  input: schema,
  run: ({ id }, { signal }) => ({ name: `${id.toFixed()}${signal.aborted}` }),
});

// @ts-expect-error what it gives back is not what it says
defineTool<Input, Output>({
  name: "name_pet",
  description: "",
  effect: "read",
  input: schema,
  run: () => ({ name: 1 }),
});

const registry = createRegistry({ fetch: async () => Response.json({ name: "Rex" }) });
registry.register({
  name: "pets",
  servers: { default: { url: "https://api.example.test" } },
  tools: {
    get_pet: getPet,
    name_pet: { description: "Names a pet.", effect: "read", load: async () => namePet },
  },
});

describe("a call with a tool", () => {
  it.each([getPet, namePet])("takes its input, gives its output", async (tool) => {
    const result: ToolResult<Output> = await registry.call(tool, { id: 1 });
    expect(result.ok && typeof result.data.name).toBe("string");
  });

  it("takes nothing else", async () => {
    // @ts-expect-error `id` is missing
    const missing = await registry.call(getPet, {});
    // @ts-expect-error `id` is a number
    const wrong = await registry.call(getPet, { id: {} });
    // @ts-expect-error there is no `names`
    const unknown = await registry.call(getPet, { id: 1, names: true });
    expect([missing, wrong, unknown].map((r) => r.ok)).toEqual([false, false, false]);
  });

  it("says that data is there only where the call succeeded", async () => {
    const result = await registry.call(getPet, { id: 1 });
    // @ts-expect-error a failure has none
    expect(result.data).toEqual({ name: "Rex" });
    if (result.ok) {
      // @ts-expect-error not part of the output
      expect(result.data.age).toBeUndefined();
    } else {
      const code: "timeout" | string = result.error.code;
      expect(code).toBe("");
    }
  });

  it("by name takes and gives anything", async () => {
    const result: ToolResult = await registry.call("get_pet", JSON.parse('{"id":1}'));
    expect(result).toMatchObject({ ok: true, data: { name: "Rex" } });
  });
});
