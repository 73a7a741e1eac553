import { describe, expect, it } from "vitest";
import {
  type ApprovalRequest,
  createRegistry,
  type RegisterOptions,
  type RegistryOptions,
  ToolError,
  type ToolResult,
} from "../../../../src/runtime/index.js";
import { Approvals } from "../../../../src/runtime/middleware/approvals.js";
import type { AnyTool } from "../../../../src/tool/index.js";
import { object, tool, toolkit } from "../tools.js";

const input = object({ id: { type: "integer" }, note: { type: "string" } });

function registryOf(options: RegistryOptions, log: unknown[] = []) {
  const registry = createRegistry(options);
  const runs = { run: (args: unknown) => log.push(args) };
  registry.register(
    toolkit(
      "kit",
      tool("get_pet", input, runs),
      tool("add_pet", input, { effect: "write", ...runs }),
      tool("delete_pet", input, { effect: "irreversible", ...runs }),
    ),
  );
  return registry;
}

const codeOf = (result: ToolResult): string => (result.ok ? "ok" : result.error.code);

describe("what may be called", () => {
  const all = ["get_pet", "add_pet", "delete_pet"];
  it.each<[RegistryOptions, readonly string[]]>([
    [{}, all],
    [{ readOnly: true }, ["get_pet"]],
    [{ allow: ["*_pet"] }, all],
    [{ allow: ["get_*", "add_pet"] }, ["get_pet", "add_pet"]],
    [{ allow: [] }, []],
    [{ deny: ["*delete*"] }, ["get_pet", "add_pet"]],
    [{ allow: ["*"], deny: ["a*_p*t"] }, ["get_pet", "delete_pet"]],
    [{ allow: ["get_pet*get_pet", "pet"] }, []],
    [{ allow: ["delete_pet"], readOnly: true }, []],
  ])("%j", async (options, want) => {
    const registry = registryOf({ ...options, approve: () => true });
    const codes = await Promise.all(all.map(async (name) => [name, codeOf(await registry.call(name, { id: 1 }))]));
    expect(codes).toEqual(all.map((name) => [name, want.includes(name) ? "ok" : "approval_denied"]));
  });

  it("is judged after the arguments", async () => {
    const result = await registryOf({ readOnly: true }).call("add_pet", { id: "x" });
    expect(codeOf(result)).toBe("invalid_arguments");
  });

  it("is told with what to do instead", async () => {
    const result = await registryOf({ readOnly: true }).call("add_pet", {});
    expect(result.content).toBe(
      "add_pet was not called: it may change something (write), and only reads are allowed here. Use another tool, or do without.",
    );
  });
});

describe("the policy of one toolkit", () => {
  const all = ["get_pet", "add_pet", "delete_pet"];
  it.each<[RegistryOptions, RegisterOptions, readonly string[]]>([
    [{}, { readOnly: true }, ["get_pet"]],
    [{}, { readOnly: true, deny: ["*"] }, []],
    [{}, { deny: ["add_*"] }, ["get_pet", "delete_pet"]],
    [{}, { deny: ["a__add_*"] }, ["get_pet", "delete_pet"]],
    [{}, { allow: ["add_pet", "a__get_pet"] }, ["get_pet", "add_pet"]],
    [{ deny: ["add_pet"] }, { allow: ["*"] }, ["get_pet", "delete_pet"]],
    [{ readOnly: true }, { readOnly: false }, ["get_pet"]],
    [{ allow: ["*get*"] }, { allow: ["*add*"] }, []],
    [{ visible: ({ effect }) => effect !== "write" }, { visible: () => true }, ["get_pet", "delete_pet"]],
    [{ visible: () => true }, { visible: ({ name }) => name === "a__get_pet" }, ["get_pet"]],
  ])("narrows what the registry says, and holds for no other toolkit: %j, %j", async (options, own, want) => {
    const log: unknown[] = [];
    const run = (): unknown => log.push(1);
    const tools = [
      tool("get_pet", input, { run }),
      tool("add_pet", input, { effect: "write", run }),
      tool("delete_pet", input, { effect: "irreversible", run }),
    ];
    const registry = createRegistry({ ...options, approve: () => true });
    registry.register(toolkit("one", ...tools), { namespace: "a", ...own });
    registry.register(toolkit("two", ...tools), { namespace: "b" });
    const called = await Promise.all(all.map(async (name) => (await registry.call(`a__${name}`, { id: 1 })).ok));
    expect(all.filter((_, i) => called[i])).toEqual(want);
    expect(log).toHaveLength(want.length);
    const alone = createRegistry({ ...options, approve: () => true });
    alone.register(toolkit("two", ...tools), { namespace: "b" });
    const listed = registry.list().map(({ name }) => name);
    expect(listed.filter((name) => name.startsWith("a"))).toEqual(want.map((name) => `a__${name}`).sort());
    expect(listed.filter((name) => name.startsWith("b"))).toEqual(alone.list().map(({ name }) => name));
  });

  it("has its own approver, who is asked instead of the registry's", async () => {
    const asked: string[] = [];
    const asks = (who: string) => (): boolean => asked.push(who) > 0;
    const registry = createRegistry({ approve: asks("registry") });
    const made = tool("delete_pet", input, { effect: "irreversible" });
    registry.register(toolkit("one", made), { namespace: "a", approve: asks("toolkit") });
    registry.register(toolkit("two", made), { namespace: "b" });
    await registry.call("a__delete_pet", { id: 1 });
    await registry.call("b__delete_pet", { id: 1 });
    await registry.call("a__delete_pet", { id: 1 }, { approve: asks("call") });
    expect(asked).toEqual(["toolkit", "registry", "call"]);
  });

  it("that cannot be read is refused with its toolkit", () => {
    const registry = createRegistry();
    const kit = toolkit("kit", tool("get_pet", input));
    expect(() => registry.register(kit, { deny: "get_pet" as never })).toThrow(TypeError);
    expect(registry.list()).toEqual([]);
  });
});

describe("an irreversible call", () => {
  it("is not made when nobody can approve it; the answer names its hash", async () => {
    const log: unknown[] = [];
    const result = await registryOf({}, log).call("delete_pet", { id: 1 });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "approval_required", details: { hash: expect.stringMatching(/^[0-9a-f]{64}$/) } },
      meta: { attempts: 0 },
    });
    expect(log).toEqual([]);
  });

  it.each<[string, (request: ApprovalRequest) => unknown, string]>([
    ["yes", () => true, "ok"],
    ["yes, later", async () => true, "ok"],
    ["no", () => false, "approval_denied"],
    ["something that is no yes", () => "yes", "approval_denied"],
    [
      "an error",
      () => {
        throw new Error("s3cret");
      },
      "approval_required",
    ],
    ["a rejection", () => Promise.reject(new Error("s3cret")), "approval_required"],
  ])("%s", async (_, approve, want) => {
    const log: unknown[] = [];
    const registry = registryOf({ approve: approve as NonNullable<RegistryOptions["approve"]> }, log);
    const result = await registry.call("delete_pet", { id: 1 });
    expect([codeOf(result), log.length]).toEqual([want, want === "ok" ? 1 : 0]);
    expect(JSON.stringify(result)).not.toContain("s3cret");
  });

  it("is shown as it will be made, whatever the one who is asked does to it", async () => {
    const log: unknown[] = [];
    const seen: ApprovalRequest[] = [];
    const registry = registryOf(
      {
        approve: (request) => {
          seen.push(structuredClone(request));
          (request.arguments as Record<string, unknown>)["id"] = 999;
          return true;
        },
      },
      log,
    );
    const context = { user: "kim" };
    await registry.call("delete_pet", { id: "9007199254740993" }, { context });
    expect(seen).toEqual([
      {
        tool: "delete_pet",
        toolkit: "kit",
        effect: "irreversible",
        description: "delete_pet.",
        arguments: { id: 9007199254740993n },
        hash: expect.any(String),
        context,
      },
    ]);
    expect(log).toEqual([{ id: 9007199254740993n }]);
  });

  it("has a hash of its own: of tool, registration and arguments, not of their order", async () => {
    const hashes = new Map<string, string>();
    const registry = registryOf({
      approve: ({ hash, tool: name, arguments: args }) => !hashes.set(hash, `${name}${args["id"]}`),
    });
    for (const args of [{ id: 1, note: "a" }, { note: "a", id: 1 }, { id: 2, note: "a" }, { id: 1 }]) {
      await registry.call("delete_pet", args);
    }
    registry.register(toolkit("other", tool("delete_pet", input, { effect: "irreversible" })), { namespace: "o" });
    await registry.call("o__delete_pet", { id: 1 });
    expect(hashes.size).toBe(4);
  });

  it("ends when its caller does not wait for the answer", async () => {
    const controller = new AbortController();
    const registry = registryOf({ approve: () => new Promise(() => {}) });
    const call = registry.call("delete_pet", { id: 1 }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect(codeOf(await call)).toBe("cancelled");
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { signal: controller.signal }))).toBe("cancelled");
  });

  it("may take its approver longer than the time limit of the call", async () => {
    const approve = (): Promise<boolean> => new Promise((resolve) => setTimeout(() => resolve(true), 60));
    const result = await registryOf({ approve, timeoutMs: 30 }).call("delete_pet", { id: 1 });
    expect(codeOf(result)).toBe("ok");
  });
});

describe("whom a tool is shown to", () => {
  const names = (registry: ReturnType<typeof registryOf>, context?: unknown) =>
    registry.list({ context }).map(({ name }) => name);

  it("what may not be called is not listed, nor described", async () => {
    const registry = registryOf({ readOnly: true });
    expect(names(registry)).toEqual(["get_pet"]);
    expect(await registry.describe("add_pet")).toBeUndefined();
    expect(names(registryOf({ deny: ["*delete*"] }))).toEqual(["add_pet", "get_pet"]);
  });

  it("for a user who may not know of it there is no such tool", async () => {
    const log: unknown[] = [];
    const visible = ({ effect }: { readonly effect: string }, context: unknown) =>
      effect === "read" || context === "root";
    const registry = registryOf({ visible, approve: () => true }, log);
    expect([names(registry, "ann"), names(registry, "root")]).toEqual([
      ["get_pet"],
      ["add_pet", "delete_pet", "get_pet"],
    ]);
    const result = await registry.call("delete_pet", { id: 1 }, { context: "ann" });
    expect(codeOf(result)).toBe("unknown_tool");
    expect(result.content).not.toContain("add_pet");
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { context: "root" }))).toBe("ok");
    expect(log).toHaveLength(1);
  });
});

describe("of names that someone may not know", () => {
  const visible = ({ name }: { readonly name: string }, context: unknown) =>
    name !== "delete_pet" || context === "root";

  it.each<[string, RegistryOptions]>([
    ["one that is hidden", { visible }],
    ["one that is denied", { deny: ["delete_*"] }],
    ["one that changes something, where only reads are allowed", { readOnly: true }],
  ])("none is given away by a name that is nearly right: %s", async (_, options) => {
    const registry = registryOf(options);
    const context = "bob";
    const said = [
      await registry.call("delete_pat", {}, { context }),
      await registry.preview("delete_pat", {}, { context }),
      await registry.tasks.result(registry.start("delete_pat", {}, { context }).id),
      ...(await registry.dispatchMany([{ name: "delete_pat" }], { context })),
    ];
    expect(said.map((each) => JSON.stringify(each))).toEqual(said.map(() => expect.not.stringContaining("delete_pet")));
    expect(said[0]).toMatchObject({ error: { code: "unknown_tool" } });
  });

  it("a hidden one answers as one that there is not, and who may know of it is told", async () => {
    const registry = registryOf({ visible });
    const [hidden, none] = [
      await registry.preview("delete_pet", {}, { context: "bob" }),
      await registry.preview("delete_pot", {}, { context: "bob" }),
    ];
    const text = (each: unknown) => JSON.stringify(each).replaceAll(/delete_p[eo]t|"durationMs":\d+/g, "…");
    expect(text(hidden)).toBe(text(none));
    expect((await registry.call("delete_pat", {}, { context: "root" })).content).toContain("delete_pet");
  });

  it("a hidden one has no wait for its quota", async () => {
    const registry = createRegistry({ visible, approve: () => true });
    const quota = { limit: 1, interval: 60_000 };
    registry.register(toolkit("kit", tool("delete_pet", input, { effect: "irreversible" })), { quota });
    await registry.call("delete_pet", {}, { context: "root" });
    expect(registry.waitTime("delete_pet", "root")).toBeGreaterThan(0);
    expect(registry.waitTime("delete_pet", "bob")).toBe(0);
  });
});

describe("an approval that was given before", () => {
  const hashOf = (result: ToolResult): string =>
    result.ok ? "" : ((result.error.details as { hash?: string } | undefined)?.hash ?? "");

  it("holds for exactly this call", async () => {
    const log: unknown[] = [];
    const registry = registryOf({}, log);
    const hash = hashOf(await registry.call("delete_pet", { id: 1, note: "x" }));
    const other = await registry.call("delete_pet", { id: 2, note: "x" }, { approved: hash });
    expect([codeOf(other), hashOf(other) === hash, log.length]).toEqual(["approval_required", false, 0]);
    expect(codeOf(await registry.call("delete_pet", { note: "x", id: 1 }, { approved: hash }))).toBe("ok");
    expect(log).toEqual([{ id: 1, note: "x" }]);
  });

  it("holds for one call: a model that deletes twice needs two", async () => {
    const log: unknown[] = [];
    const registry = registryOf({}, log);
    const first = hashOf(await registry.call("delete_pet", { id: 1 }));
    const both = await Promise.all([1, 2].map(() => registry.call("delete_pet", { id: 1 }, { approved: first })));
    expect(both.map(codeOf)).toEqual(["ok", "approval_required"]);
    const again = await registry.call("delete_pet", { id: 1 }, { approved: first });
    expect(again).toMatchObject({
      error: {
        code: "approval_required",
        message: "delete_pet was approved for one call, which has been made: not for this one. Nothing was sent.",
      },
    });
    const second = hashOf(again);
    expect([second === first, hashOf(await registry.call("delete_pet", { id: 1 })) === second]).toEqual([false, true]);
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved: second }))).toBe("ok");
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved: second }))).toBe("approval_required");
    expect(log).toHaveLength(2);
  });

  it("is not asked for again where an idempotency key gives the first result", async () => {
    const log: unknown[] = [];
    const registry = registryOf({}, log);
    const approved = hashOf(await registry.call("delete_pet", { id: 1 }));
    const once = { approved, idempotencyKey: "k" };
    const results = [1, 2].map(() => registry.call("delete_pet", { id: 1 }, once));
    expect([(await Promise.all(results)).map(codeOf), log.length]).toEqual([["ok", "ok"], 1]);
  });

  it.each<[string, ToolError, string]>([
    ["has done nothing", new ToolError("upstream_error", "Busy", { status: 429 }), "ok"],
    ["may have done it", new ToolError("network_error", "gone"), "approval_required"],
  ])("is not used up by a call that failed and %s: %s", async (_, failure, want) => {
    let runs = 0;
    const run = (): string => {
      if (++runs === 1) throw failure;
      return "done";
    };
    const registry = createRegistry({ retries: 0 });
    registry.register(toolkit("kit", tool("delete_pet", input, { effect: "irreversible", run })));
    const approved = hashOf(await registry.call("delete_pet", { id: 1 }));
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved }))).toBe(failure.code);
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved }))).toBe(want);
  });

  it("is remembered by the registry for the latest calls alone", () => {
    const approvals = new Approvals();
    const first = approvals.hashOf("0");
    for (let call = 0; call <= 10_000; call++) approvals.use(String(call));
    expect([approvals.hashOf("0") === first, approvals.wasUsed("1", approvals.hashOf("1"))]).toEqual([true, false]);
  });

  it.each<[string, RegistryOptions, unknown, unknown, string]>([
    ["an equal context", {}, { user: "ann" }, { user: "ann" }, "ok"],
    ["another context", {}, { user: "ann" }, { user: "bob" }, "approval_required"],
    ["another user", {}, "ann", "bob", "approval_required"],
    ["one account", { account: () => "acme" }, { n: 1 }, { n: 2 }, "ok"],
    ["a context that is no data", {}, { user: "ann", log: () => {} }, { user: "ann", log: () => {} }, "ok"],
  ])("is its caller's: %s", async (_, options, first, second, want) => {
    const registry = registryOf(options);
    const approved = hashOf(await registry.call("delete_pet", { id: 1 }, { context: first }));
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved, context: second }))).toBe(want);
  });

  it("holds for what is bound as well", async () => {
    const log: unknown[] = [];
    const registry = createRegistry({ account: () => "acme" });
    const remove = tool("delete_pet", input, { effect: "irreversible", run: (args) => log.push(args) });
    registry.register(toolkit("kit", remove), { bind: { note: { context: "note" } } });
    const approved = hashOf(await registry.call("delete_pet", { id: 1 }, { context: { note: "a" } }));
    const other = await registry.call("delete_pet", { id: 1 }, { approved, context: { note: "b" } });
    expect([codeOf(other), log]).toEqual(["approval_required", []]);
    expect(codeOf(await registry.call("delete_pet", { id: 1 }, { approved, context: { note: "a" } }))).toBe("ok");
  });

  it("covers the request that would go out, credentials redacted, and its address", async () => {
    const remove: AnyTool = {
      name: "delete_pet",
      description: "Delete.",
      effect: "irreversible",
      auth: [{ key: [] }],
      input,
      http: { method: "DELETE", path: "/pets/{id}", query: ["note"], idempotencyHeader: "Idempotency-Key" },
    };
    const at = (url: string): Promise<ToolResult> => {
      const registry = createRegistry({
        credentials: () => expect.fail("asked for a credential"),
        fetch: () => expect.fail("sent"),
      });
      registry.register({
        name: "kit",
        servers: { default: { url } },
        origins: [new URL(url).origin],
        auth: { key: { type: "apiKey", in: "header", name: "X-Key" } },
        tools: { delete_pet: remove },
      });
      return registry.call("delete_pet", { id: 7, note: "a b" });
    };
    const result = await at("https://one.test");
    expect(result).toMatchObject({
      error: {
        code: "approval_required",
        details: {
          request: {
            method: "DELETE",
            url: "https://one.test/pets/7?note=a%20b",
            headers: expect.objectContaining({ "x-key": "[redacted]" }),
          },
        },
      },
    });
    expect(hashOf(await at("https://one.test"))).toBe(hashOf(result));
    expect(hashOf(await at("https://two.test"))).not.toBe(hashOf(result));
  });
});
