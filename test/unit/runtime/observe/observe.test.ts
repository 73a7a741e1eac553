import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type AuditRecord,
  auditFile,
  type CallEvent,
  createRegistry,
  type RegistryOptions,
  ToolError,
} from "../../../../src/runtime/index.js";
import { object, type Runs, tool, toolkit } from "../tools.js";

const NOON = "2026-01-02T12:00:00.000Z";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: new Date(NOON) }));
afterEach(() => void vi.useRealTimers());

const SECRET = "s3cr3t-argument";

function registryOf(run: Runs["run"], options: RegistryOptions = {}, more: Partial<Runs> = {}) {
  const registry = createRegistry({ retries: 1, retryBaseMs: 0, ...options });
  registry.register(toolkit("kit", tool("act", object({ a: { type: "string" }, b: {} }), { run, ...more })));
  return registry;
}

const withoutSecret = (value: unknown): void => expect(JSON.stringify(value)).not.toContain(SECRET);

describe("onCall", () => {
  it("is told of all that happens to a call, in order, without arguments and results", async () => {
    const events: CallEvent[] = [];
    let runs = 0;
    const registry = registryOf(
      (args, { progress }) => {
        progress({ fraction: 0.5, message: "half", partial: args });
        if (++runs === 1) throw new ToolError("network_error", SECRET);
        return args;
      },
      { onCall: (event) => events.push(event) },
    );
    await registry.call("act", { a: SECRET }, { id: "7", context: "ann" });
    const head = { time: NOON, call: 1, id: "7", tool: "act" };
    expect(events).toEqual([
      { event: "begin", ...head },
      { event: "attempt", ...head, attempt: 1, over: "function", waitedMs: 0 },
      { event: "progress", ...head, fraction: 0.5, message: "half" },
      { event: "answer", ...head, attempt: 1, outcome: "network_error" },
      { event: "attempt", ...head, attempt: 2, over: "function", waitedMs: 0 },
      { event: "progress", ...head, fraction: 0.5, message: "half" },
      { event: "answer", ...head, attempt: 2, outcome: "ok" },
      {
        event: "end",
        ...head,
        toolkit: "kit",
        effect: "read",
        who: "ann",
        outcome: "ok",
        durationMs: 0,
        attempts: 2,
        waitedMs: 0,
      },
    ]);
    withoutSecret(events);
  });

  it("is told nothing of what a call does after its end", async () => {
    const events: CallEvent[] = [];
    let late = (): void => {};
    const registry = registryOf(
      (_, { progress }) =>
        new Promise((resolve) => {
          late = () => {
            progress({ fraction: 1 });
            resolve(1);
          };
        }),
      { onCall: (event) => events.push(event), timeoutMs: 5 },
    );
    await registry.call("act", {});
    late();
    await new Promise((resolve) => setImmediate(resolve));
    expect(events.map(({ event }) => event)).toEqual(["begin", "attempt", "end"]);
  });

  it("that throws, or rejects, changes no call", async () => {
    const warnings: string[] = [];
    const heard = (warning: Error): void => void warnings.push(warning.message);
    process.on("warning", heard);
    const listeners = [
      () => {
        throw new Error("one");
      },
      () => Promise.reject(new Error("two")) as never,
    ];
    for (const onCall of listeners)
      expect(await registryOf(() => 1, { onCall }).call("act", {})).toMatchObject({ ok: true, data: 1 });
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", heard);
    expect([...new Set(warnings)]).toEqual(["onCall failed: one", "onCall failed: two"]);
  });

  it("knows a tool that there is not by its name alone, clipped", async () => {
    const events: CallEvent[] = [];
    const registry = registryOf(() => 1, { onCall: (event) => events.push(event) });
    await registry.call("x".repeat(500), {});
    expect(events.at(-1)).toEqual({
      event: "end",
      time: NOON,
      call: 1,
      tool: "x".repeat(80),
      outcome: "unknown_tool",
      durationMs: 0,
      attempts: 0,
      waitedMs: 0,
    });
  });
});

describe("the audit log", () => {
  it("has a record of each call, with a hash of its arguments in whatever order", async () => {
    const records: AuditRecord[] = [];
    const registry = registryOf(
      () => 1,
      { audit: (record) => records.push(record), account: () => "team" },
      {
        effect: "write",
      },
    );
    await registry.call("act", { a: SECRET, b: 2n ** 60n });
    await registry.call("act", { b: 2n ** 60n, a: SECRET });
    await registry.call("act", { a: 1, c: SECRET });
    await registry.call("nope", () => SECRET);
    const known = { time: NOON, tool: "act", toolkit: "kit", effect: "write", who: "team" };
    const spent = { durationMs: 0, attempts: 1, waitedMs: 0 };
    // printf '{"a":"s3cr3t-argument","b":1152921504606846976}' | sha256sum
    const argumentsHash = "f21bb54f0c76a7dd41e77b19627a9d5eb4fdb970dd9457a09db60bc31d51493b";
    expect(records).toEqual([
      { ...known, argumentsHash, outcome: "ok", ...spent },
      { ...known, argumentsHash, outcome: "ok", ...spent },
      {
        ...known,
        argumentsHash: "95795d3760d4d68669a9e2782138de5021c117b8b5447aebcb52c4d1084227e2",
        outcome: "invalid_arguments",
        ...spent,
        attempts: 0,
      },
      { time: NOON, tool: "nope", who: "team", outcome: "unknown_tool", ...spent, attempts: 0 },
    ]);
    withoutSecret(records);
  });

  it("is one JSON line a call in a file of its owner's, whoever else writes to it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "toolgen-audit-"));
    const path = join(folder, "audit.jsonl");
    const files = [auditFile(path), auditFile(path)];
    for (const { record: audit } of files) await registryOf(() => 1, { audit }).call("act", {});
    for (const file of files) file.close();
    const line =
      `{"time":"${NOON}","tool":"act","toolkit":"kit","effect":"read",` +
      '"argumentsHash":"44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a","outcome":"ok",' +
      '"durationMs":0,"attempts":1,"waitedMs":0}\n';
    expect(readFileSync(path, "utf8")).toBe(line + line);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    rmSync(folder, { recursive: true });
  });

  it("that cannot be written fails no call", async () => {
    const audit = (): never => {
      throw new Error("disk full");
    };
    expect(await registryOf(() => 1, { audit }).call("act", {})).toMatchObject({ ok: true });
  });

  it.each([
    ["has no text", Object.create(null)],
    ["is nothing", undefined],
  ])("fails no call where what is thrown %s", async (_, thrown) => {
    const fails = (): never => {
      throw thrown;
    };
    const audit = async (): Promise<never> => fails();
    expect(await registryOf(() => 1, { audit, onCall: fails }).call("act", {})).toMatchObject({ ok: true });
  });

  it("does without a name where the account cannot be told", async () => {
    const records: AuditRecord[] = [];
    const account = (): never => {
      throw new Error("who?");
    };
    await registryOf(() => 1, { audit: (record) => records.push(record), account }).call("act", {});
    expect(records.map(({ who, outcome }) => [who, outcome])).toEqual([[undefined, "execution_error"]]);
  });
});

describe("stats", () => {
  it("count the calls of each tool, and forget what no tool is", async () => {
    const registry = registryOf(
      ({ a }) => {
        if (a === "break") throw new ToolError("network_error", "gone");
        return a;
      },
      { cache: { ttlMs: 1000 } },
    );
    registry.register(toolkit("other", tool("bare", object({}))));
    for (const a of ["x", "x", "break"]) await registry.call("act", { a });
    await registry.call("act", { c: 1 });
    await registry.call("bare", {});
    await registry.call("nope", {});
    const none = { durationMs: 0, waitedMs: 0, longestMs: 0 };
    expect(registry.stats()).toEqual([
      {
        tool: "act",
        calls: 4,
        ok: 2,
        errors: { network_error: 1, invalid_arguments: 1 },
        cached: 1,
        attempts: 3,
        ...none,
      },
      { tool: "bare", calls: 1, ok: 1, errors: {}, cached: 0, attempts: 1, ...none },
    ]);
  });
});
