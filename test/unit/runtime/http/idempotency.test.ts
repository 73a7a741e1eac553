import { describe, expect, it } from "vitest";
import { createRegistry, type RegisterOptions } from "../../../../src/runtime/index.js";
import type { AnyTool, GraphqlPlan, HttpPlan } from "../../../../src/tool/types.js";
import { MUTATION, QUERY } from "../graphql/service.js";
import { startUpstream } from "./upstream.js";

const base = { name: "act", description: "Act.", input: true } as const;
const http = (plan: Partial<HttpPlan> = {}): AnyTool => ({
  ...base,
  effect: "write",
  http: { method: "POST", path: "/act", ...plan },
});
const graphql = (plan: GraphqlPlan, more: Partial<AnyTool> = {}): AnyTool =>
  ({ ...base, effect: "write", graphql: plan, ...more }) as AnyTool;

/** Keys that arrive, attempt by attempt, where the first is answered 503. */
async function keys(tool: AnyTool, options: RegisterOptions = {}, idempotencyKey?: string) {
  let sent = 0;
  await using upstream = await startUpstream((_, response) => {
    response.writeHead(sent++ === 0 ? 503 : 200, { "content-type": "application/json" });
    response.end('{"data":{"addPet":{},"pet":{}}}');
  });
  const registry = createRegistry({ retryBaseMs: 1 });
  registry.register(
    { name: "kit", servers: { default: { url: upstream.origin } }, origins: [upstream.origin], tools: { act: tool } },
    options,
  );
  await registry.call("act", {}, idempotencyKey === undefined ? {} : { idempotencyKey });
  const preview = JSON.stringify(await registry.preview("act", {}, idempotencyKey ? { idempotencyKey } : {}));
  await registry.close();
  return { keys: upstream.seen.map(({ headers }) => headers["idempotency-key"]), preview };
}

const header = { idempotencyHeader: "Idempotency-Key" };

describe("an idempotency key", () => {
  it.each<[string, AnyTool, RegisterOptions]>([
    ["a POST whose operation declares it", http(header), {}],
    ["a POST of a toolkit that is registered with it", http(), header],
    ["a PATCH of such a toolkit", http({ method: "PATCH" }), header],
    ["a mutation whose plan has it", graphql({ ...MUTATION, ...header }), {}],
    ["a mutation of a toolkit that is registered with it", graphql(MUTATION), header],
    ["a mutation that its owner calls a read", graphql(MUTATION, { effect: "read" }), header],
  ])("goes with each attempt, the same, and makes it one that may be repeated: %s", async (_, tool, options) => {
    const given = await keys(tool, options, "mine");
    expect(given.keys).toEqual(["mine", "mine"]);
    expect(given.preview).toContain("mine");
    const made = (await keys(tool, options)).keys;
    expect(made).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), made[0]]);
  });

  it.each<[string, AnyTool, RegisterOptions, number]>([
    ["a POST whose API takes none", http(), {}, 1],
    ["a mutation whose API takes none", graphql(MUTATION), {}, 1],
    ["a query of a toolkit that takes them", graphql(QUERY, { effect: "read" }), header, 2],
    ["a GET of such a toolkit", { ...base, effect: "read", http: { method: "GET", path: "/" } }, header, 2],
  ])("does not go with %s", async (_, tool, options, attempts) => {
    expect((await keys(tool, options, "mine")).keys).toEqual(Array.from({ length: attempts }, () => undefined));
  });

  it("of a tool goes before that of its registration", async () => {
    await using upstream = await startUpstream();
    const registry = createRegistry();
    const kit = { name: "kit", servers: { default: { url: upstream.origin } }, origins: [upstream.origin] };
    registry.register({ ...kit, tools: { act: http({ idempotencyHeader: "X-Own" }) } }, header);
    await registry.call("act", {}, { idempotencyKey: "mine" });
    await registry.close();
    expect(upstream.seen[0]?.headers).toMatchObject({ "x-own": "mine" });
    expect(upstream.seen[0]?.headers["idempotency-key"]).toBeUndefined();
  });

  it("in what is no header is refused when the toolkit is registered", () => {
    expect(() => createRegistry().register({ name: "kit", tools: {} }, { idempotencyHeader: "Key:\r\nX" })).toThrow(
      'The idempotency header of toolkit "kit" is no name of a header.',
    );
  });
});
