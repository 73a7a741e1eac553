import { expect, it } from "vitest";
import { createRegistry, type RegisterOptions } from "../../../../src/runtime/index.js";
import type { AnyTool } from "../../../../src/tool/index.js";
import { object, tool, toolkit } from "../tools.js";

const listPets = tool("list_pets", object({ limit: { type: "integer", maximum: 30 }, tenant: { type: "string" } }));
const getPet = tool("get_pet", object({ id: { type: "string" } }));

/** What is wrong, and which modules were loaded to know. */
async function verified(bind: NonNullable<RegisterOptions["bind"]>): Promise<readonly [readonly string[], string[]]> {
  const loaded: string[] = [];
  const later = (made: AnyTool) => ({
    description: made.description,
    effect: made.effect,
    load: async () => {
      loaded.push(made.name);
      return made;
    },
  });
  const registry = createRegistry();
  registry.register({ name: "pets", tools: { get_pet: later(getPet), list_pets: later(listPets) } }, { bind });
  const problems = await registry.verify();
  return [problems.map(({ bind: key, reason, message }) => `${key} ${reason}: ${message}`), loaded];
}

const BOTH = ["get_pet", "list_pets"];

it.each<[string, NonNullable<RegisterOptions["bind"]>, readonly string[], readonly string[]]>([
  ["nothing", {}, [], []],
  ["what fits", { limit: { value: "10" }, tenant: { env: "TENANT" } }, [], BOTH],
  ["what the first tool has, and loads no other", { id: { context: "id" } }, [], ["get_pet"]],
  [
    "a misspelled argument, which a model could give all the same",
    { tennant: { env: "TENANT" } },
    [
      'tennant nowhere: no tool of toolkit "pets" that it is meant for has an argument "tennant"; did you mean "tenant"?',
    ],
    BOTH,
  ],
  [
    "an argument of another tool",
    { "get_*:limit": { value: 10 } },
    [
      'get_*:limit nowhere: no tool of toolkit "pets" that it is meant for has an argument "limit"; did you mean "limit"?',
    ],
    BOTH,
  ],
  [
    "a constant that does not fit",
    { limit: { value: "300" } },
    ["limit unfit: list_pets: what is bound to limit does not fit: expected at most 30, got the number 300"],
    BOTH,
  ],
  [
    "a constant that does not fit, for some tools, before one for all that does",
    { "list_*:limit": { value: "300" }, limit: { value: "10" } },
    ["list_*:limit unfit: list_pets: what is bound to limit does not fit: expected at most 30, got the number 300"],
    BOTH,
  ],
])("a registry that binds %s", async (_, bind, problems, loaded) => {
  expect(await verified(bind)).toEqual([problems, loaded]);
});

it("a tool that binds a constant itself is looked at, if it is loaded", async () => {
  const bound = { limit: { value: "many", schema: { type: "integer" } } } as const;
  const registry = createRegistry();
  registry.register(toolkit("pets", tool("list_pets", object({}), { bound })));
  expect(await registry.verify()).toEqual([
    {
      toolkit: "pets",
      bind: "limit",
      reason: "unfit",
      message: 'list_pets: what is bound to limit does not fit: expected an integer, got the string "many"',
    },
  ]);
});
