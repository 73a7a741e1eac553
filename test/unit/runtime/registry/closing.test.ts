import { once } from "node:events";
import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { createRegistry, type Registry, type ToolResult } from "../../../../src/runtime/index.js";
import type { AnyTool, Toolkit } from "../../../../src/tool/index.js";
import { startUpstream } from "../http/upstream.js";
import { memoryStore } from "../quota/memory-store.js";
import { object, tool, toolkit } from "../tools.js";

const codeOf = (result: ToolResult): string => (result.ok ? "ok" : result.error.code);
const never = new Promise<never>(() => {});

const get = (path = "/"): AnyTool => ({
  name: "get",
  description: "Gets.",
  effect: "read",
  input: object({}),
  http: { method: "GET", path },
});

const kitAt = (origin: string): Toolkit => ({ ...toolkit("kit", get()), servers: { default: { url: origin } } });

describe("a registry that is closed", () => {
  it("has ended, though a call was given a signal that is none", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", object({}))));
    const result = await registry.call("act", {}, { signal: {} as AbortSignal });
    expect(codeOf(result)).toBe("execution_error");
    expect(await registry.close()).toBeUndefined();
  });

  it("refuses what comes later, whichever way it comes", async () => {
    const registry = createRegistry();
    const echo = tool("act", object({}));
    registry.register(toolkit("kit", echo));
    await registry.close();
    await registry.close();
    const { id } = registry.start("act", {});
    const preview = await registry.preview("act", {});
    const results = [
      await registry.call("act", {}),
      await registry.call(echo, {}),
      await registry.call("nope", {}),
      ...(await registry.dispatchMany([{ name: "act" }])),
      await registry.tasks.result(id),
      "ok" in preview ? preview : undefined,
    ];
    expect(results.map((result) => result && codeOf(result))).toEqual(Array(6).fill("cancelled"));
    expect(results[0]?.content).toBe(
      "The registry is closed, and takes no calls. This is for whoever runs the host: the session is over.",
    );
    expect(registry.tasks.status(id)?.state).toBe("cancelled");
    expect(() => registry.register(toolkit("other"))).toThrow('"other" cannot be registered: the registry is closed');
  });

  it.each<[string, (registry: Registry, reached: () => void) => readonly Promise<ToolResult | undefined>[]]>([
    [
      "runs",
      (registry) => [registry.call("act", {}), registry.call("act", {}, { signal: new AbortController().signal })],
    ],
    ["waits for its quota", (registry) => [registry.call("act", {}), registry.call("act", {})]],
    [
      "waits for an approval",
      (registry, reached) => [
        registry.call(
          "end",
          {},
          {
            approve: () => {
              reached();
              return never;
            },
          },
        ),
      ],
    ],
    [
      "waits for the first call with its key",
      (registry) => [
        registry.call("act", {}, { idempotencyKey: "a" }),
        registry.call("act", {}, { idempotencyKey: "a" }),
      ],
    ],
    ["is a task", (registry) => [registry.tasks.result(registry.start("act", {}).id)]],
    [
      "stands in a batch",
      (registry) => [0, 1].map(async (i) => (await registry.dispatchMany([{ name: "act" }, { name: "act" }]))[i]),
    ],
  ])("answers what %s", async (_, begin) => {
    const registry = createRegistry({ quota: { concurrency: 1 } });
    let reached = (): void => {};
    const busy = new Promise<void>((resolve) => (reached = resolve));
    const run = (): Promise<never> => {
      reached();
      return never;
    };
    registry.register(
      toolkit(
        "kit",
        tool("act", object({}), { run, effect: "write" }),
        tool("end", object({}), { effect: "irreversible" }),
      ),
    );
    const calls = begin(registry, reached);
    // Whatever had to be loaded is there, and the others stand behind the first one.
    await busy;
    await new Promise((resolve) => setImmediate(resolve));
    await registry.close();
    expect((await Promise.all(calls)).map((result) => result && codeOf(result))).toEqual(calls.map(() => "cancelled"));
  });

  it("is closed for all who ask for it, once what ran has ended", async () => {
    const registry = createRegistry();
    registry.register(toolkit("kit", tool("act", object({}), { run: () => never })));
    const call = registry.call("act", {});
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([registry.close(), registry.close()]);
    expect(codeOf(await call)).toBe("cancelled");
  });

  it("closes sockets, those of calls and those that are kept", async () => {
    const open = new Set<Socket>();
    let hangs = (): void => {};
    const hanging = new Promise<void>((resolve) => {
      hangs = resolve;
    });
    await using upstream = await startUpstream((_, response) => {
      if (upstream.seen.length === 2) hangs();
      else response.setHeader("content-type", "application/json").end("{}");
    });
    upstream.server.on("connection", (socket) => {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    });
    const registry = createRegistry();
    registry.register(kitAt(upstream.origin));
    expect(codeOf(await registry.call("get", {}))).toBe("ok");
    const call = registry.call("get", {});
    await hanging;
    await registry.close();
    expect(codeOf(await call)).toBe("cancelled");
    for (const socket of open) await once(socket, "close");
    expect(open.size).toBe(0);
  });

  it("gives back its parts of quotas that processes share", async () => {
    const store = memoryStore();
    const registry = createRegistry({ shared: { store }, quota: { concurrency: 2 } });
    registry.register(toolkit("kit", tool("act", object({}))));
    expect(codeOf(await registry.call("act", {}))).toBe("ok");
    expect(store.ledgers.size).toBeGreaterThan(0);
    await registry.close();
    expect([...store.ledgers]).toEqual([]);
  });
});
