import { PassThrough, Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ToolResult } from "../../../src/runtime/call/result.js";
import { createRegistry } from "../../../src/runtime/index.js";
import { type BatchCall, type Caller, type LineOptions, serveLines } from "../../../src/serve/lines.js";
import { object, tool, toolkit } from "../runtime/tools.js";

const meta = { durationMs: 0, attempts: 0, queuedMs: 0 };
const done = (tool: string, data: unknown): ToolResult => ({
  tool,
  ok: true,
  content: JSON.stringify(data),
  data,
  meta,
});
const cancelled = (tool: string): ToolResult => {
  return { tool, ok: false, content: "Cancelled", error: { code: "cancelled", message: "Cancelled" }, meta };
};

/** `echo` answers its arguments, `slow` after `ms`, `hang` when cancelled, `break` breaks the caller's word. */
class TestCaller implements Caller {
  running = 0;
  most = 0;

  async call(name: string, args: unknown, { signal }: { signal: AbortSignal }): Promise<ToolResult> {
    this.most = Math.max(this.most, ++this.running);
    try {
      if (name === "break") throw new Error("broken");
      const ms = name === "hang" ? 60_000 : name === "slow" ? Number((args as { ms: number }).ms) : 0;
      await sleep(ms, undefined, { signal }).catch(() => undefined);
      return signal.aborted ? cancelled(name) : done(name, args);
    } finally {
      this.running--;
    }
  }

  dispatchMany(calls: readonly BatchCall[]): Promise<readonly ToolResult[]> {
    return Promise.all(calls.map((c) => this.call(c.name, c.arguments, { signal: c.signal })));
  }
}

async function serve(
  input: string | Uint8Array | Readable,
  options: Partial<LineOptions> = {},
): Promise<{ id: unknown; [key: string]: unknown }[]> {
  let text = "";
  const output = new PassThrough().setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  const stream = input instanceof Readable ? input : Readable.from([input]);
  await serveLines({
    input: stream,
    output,
    caller: new TestCaller(),
    signal: new AbortController().signal,
    ...options,
  });
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as { id: unknown });
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const call = (id: unknown, name: string, args?: unknown): string => line({ id, name, arguments: args });

describe("one call", () => {
  it("gets one line, with the envelope of the contract", async () => {
    const output = new PassThrough().setEncoding("utf8");
    const input = Readable.from([call("1", "echo", { a: 1 })]);
    await serveLines({ input, output, caller: new TestCaller(), signal: new AbortController().signal });
    expect(output.read()).toBe(
      '{"id":"1","tool":"echo","ok":true,"content":"{\\"a\\":1}","data":{"a":1},"meta":{"durationMs":0,"attempts":0,"queuedMs":0}}\n',
    );
  });

  it("gets it without a newline at the end of the input", async () =>
    expect(await serve('{"id":"1","name":"echo"}')).toMatchObject([{ id: "1", ok: true, data: {} }]));

  it.each([["7"], [7], [1.5], [true], [null]])("gets its id back as it is: %j", async (id) =>
    expect(await serve(call(id, "echo"))).toMatchObject([{ id }]),
  );

  it("gets back an id of many digits", async () => {
    const output = new PassThrough().setEncoding("utf8");
    const input = Readable.from(['{"id":12345678901234567890,"name":"echo"}\n']);
    await serveLines({ input, output, caller: new TestCaller(), signal: new AbortController().signal });
    expect(output.read()).toContain('{"id":12345678901234567890,"tool":"echo"');
  });

  it("R-10 gets the digits of big integers", async () => {
    let got: unknown;
    const caller: Caller = {
      call: async (name, args) => {
        got = args;
        return done(name, null);
      },
      dispatchMany: async () => [],
    };
    await serve('{"id":"1","name":"x","arguments":{"n":9007199254740993}}\n', { caller });
    expect(got).toEqual({ n: 9007199254740993n });
  });

  it("that breaks the registry's word is an error line", async () =>
    expect(await serve(call("1", "break") + call("2", "echo"))).toMatchObject([
      { id: "1", ok: false, error: { code: "execution_error", message: "broken" } },
      { id: "2", ok: true },
    ]));
});

describe("many lines", () => {
  it("run side by side and answer as they end", async () => {
    const results = await serve(call("slow", "slow", { ms: 60 }) + call("fast", "slow", { ms: 1 }));
    expect(results.map((r) => r.id)).toEqual(["fast", "slow"]);
  });

  it("are bounded in flight", async () => {
    const caller = new TestCaller();
    const input = Array.from({ length: 20 }, (_, i) => call(i, "slow", { ms: 2 })).join("");
    expect(await serve(input, { caller, concurrency: 4 })).toHaveLength(20);
    expect(caller.most).toBe(4);
  });

  it("skip blank ones, and take CRLF and a byte order mark", async () =>
    expect(await serve(`\ufeff${call("1", "echo").trimEnd()}\r\n\r\n  \n${call("2", "echo")}`)).toMatchObject([
      { id: "1", ok: true },
      { id: "2", ok: true },
    ]));

  it("come in pieces that cut characters", async () => {
    const bytes = Buffer.from(call("1", "echo", { text: "日本 🐈" }));
    const input = Readable.from([...bytes].map((b) => Uint8Array.of(b)));
    expect(await serve(input)).toMatchObject([{ data: { text: "日本 🐈" } }]);
  });

  it("wait for a slow reader, and stay whole", async () => {
    const written: string[] = [];
    const output = new Writable({
      highWaterMark: 1,
      write(chunk: Buffer, _, next) {
        written.push(chunk.toString());
        setTimeout(next, 1);
      },
    });
    const input = Array.from({ length: 30 }, (_, i) => call(i, "echo", { pad: "x".repeat(1000) })).join("");
    const caller = new TestCaller();
    await serveLines({
      input: Readable.from([input]),
      output,
      caller,
      signal: new AbortController().signal,
      concurrency: 3,
    });
    expect(written).toHaveLength(30);
    expect(written.every((w) => w.endsWith("}\n"))).toBe(true);
  });
});

describe("broken lines", () => {
  const hint = 'One JSON object a line: {"id":"1","name":"<tool>","arguments":{…}}.';
  it.each([
    ["nope", null, 'The line is not JSON: Unexpected "n" at character 1'],
    ["{", null, "The line is not JSON: The text ends too early, at character 2"],
    ["5", null, "A call is a JSON object, and this is a number"],
    ['"x"', null, "A call is a JSON object, and this is a string"],
    ["null", null, "A call is a JSON object, and this is null"],
    ['{"id":"1"}', "1", '"name" is the name of a tool, and this is missing'],
    ['{"id":"1","name":5}', "1", '"name" is the name of a tool, and this is a number'],
    ['{"id":{"a":1},"name":"echo"}', null, '"id" is a string or a number, and this is an object'],
    ['{"id":"1","name":"echo","args":{"a":1}}', "1", 'The arguments stand in "arguments", and this has "args"'],
    ['{"id":"1","cancel":"yes"}', "1", '"cancel" can only be true'],
    [
      '{"id":"1","name":"echo","idempotency_key":"k"}',
      "1",
      'A call has no "idempotency_key"; "idempotencyKey" was meant?',
    ],
    ['{"id":"1","name":"echo","aproved":"00"}', "1", 'A call has no "aproved"; "approved" was meant?'],
    [
      '{"id":"1","name":"echo","tool":"x"}',
      "1",
      'A call has no "tool"; it has id, name, arguments, cancel, progress, idempotencyKey, approved',
    ],
    [
      '{"id":"1","name":"echo","arguments":{},"args":{}}',
      "1",
      'A call has no "args"; it has id, name, arguments, cancel, progress, idempotencyKey, approved',
    ],
    ['{"id":"1","name":"echo","idempotencyKey":""}', "1", '"idempotencyKey" can only be a text with something in it'],
    ['{"id":"1","name":"echo","approved":true}', "1", '"approved" can only be the hash of an approval_required'],
    [
      '[{"id":"1","name":"echo","dryRun":true}]',
      "1",
      'A call has no "dryRun"; it has id, name, arguments, cancel, progress, idempotencyKey, approved',
    ],
    ["[5]", null, "A call is a JSON object, and this is a number"],
    [`[${"0,".repeat(10_000)}0]`, null, "A batch has at most 10000 calls, and this has 10001"],
    ["[[]]", null, "A call is a JSON object, and this is an array"],
    [
      "[".repeat(501),
      null,
      "The line is not JSON: More than 500 arrays and objects inside each other at character 501",
    ],
  ])("%j", async (text, id, message) =>
    expect(await serve(`${text}\n${call("after", "echo")}`)).toMatchObject([
      { id, ok: false, content: `${message}. ${hint}`, error: { code: "invalid_arguments", message, hint } },
      { id: "after", ok: true },
    ]),
  );

  it("that are not UTF-8", async () =>
    expect(await serve(Uint8Array.of(0x7b, 0xff, 0x0a))).toMatchObject([
      { id: null, ok: false, error: { message: "The line is not UTF-8 text" } },
    ]));

  it("that are too long are dropped while they come in", async () => {
    const input = Readable.from([...("x".repeat(3000).match(/.{100}/g) ?? []), "\n", call("after", "echo")]);
    expect(await serve(input, { maxLineBytes: 1000 })).toMatchObject([
      { id: null, ok: false, error: { message: "The line has more than 1000 bytes" } },
      { id: "after", ok: true },
    ]);
  });

  it("of any kind never end the loop", async () => {
    const anyLine = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((j) => j.slice(1)),
      fc.constant('{"id":"1","name":"echo"'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(anyLine.map((l) => l.replaceAll(/[\r\n]/g, " "))), async (lines) => {
        const results = await serve(`${lines.join("\n")}\n${call("end", "echo")}`);
        expect(results.at(-1)?.id ?? results.find((r) => r.id === "end")?.id).toBeDefined();
        expect(results.some((r) => r.id === "end" && r["ok"] === true)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});

describe("a line's own word on its call", () => {
  function caller() {
    const log: unknown[] = [];
    const registry = createRegistry();
    const run = (args: object): number => log.push(args);
    const input = object({ id: { type: "integer" } });
    const write = tool("add_pet", input, { effect: "write", run });
    registry.register(toolkit("kit", write, tool("delete_pet", input, { effect: "irreversible", run })));
    return { registry, log };
  }

  it("idempotencyKey: what was lost on its way back is not done again", async () => {
    const { registry, log } = caller();
    const once = { name: "add_pet", arguments: { id: 1 }, idempotencyKey: "k" };
    const input =
      line({ id: "1", ...once }) +
      line([
        { id: "2", ...once },
        { id: "3", ...once, idempotencyKey: "l" },
      ]);
    const results = await serve(input, { caller: registry, concurrency: 1 });
    expect(results.map((r) => [r.id, r["data"]])).toEqual([
      ["1", 1],
      ["2", 1],
      ["3", 2],
    ]);
    expect(log).toHaveLength(2);
  });

  it.each([false, true])("approved: the hash that approval_required gave; in a batch: %s", async (batch) => {
    const { registry, log } = caller();
    const wrap = (one: object): string => line(batch ? [one] : one);
    const wanted = { name: "delete_pet", arguments: { id: 1 } };
    const [first] = await serve(wrap({ id: "1", ...wanted }), { caller: registry });
    const { code, details } = (first as { error?: unknown }).error as { code: string; details: { hash: string } };
    expect([code, log]).toEqual(["approval_required", []]);
    const [second] = await serve(wrap({ id: "2", ...wanted, approved: details.hash }), { caller: registry });
    expect(second).toMatchObject({ id: "2", ok: true });
    expect(log).toEqual([{ id: 1 }]);
  });
});

describe("cancelling", () => {
  it("ends the call of that id, and says nothing of unknown ones", async () => {
    const cancels = line({ id: "x", cancel: true }) + line({ id: "1", cancel: true });
    const results = await serve(call("1", "hang") + call("2", "echo") + cancels);
    expect(results.find((r) => r.id === "1")).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(results.find((r) => r.id === "2")).toMatchObject({ ok: true });
    expect(results).toHaveLength(2);
  });

  it('tells 1 from "1"', async () => {
    const input = call(1, "hang") + call("1", "slow", { ms: 5 }) + line({ id: 1, cancel: true });
    const results = await serve(input);
    expect(results.map((r) => [r.id, r["ok"]])).toEqual([
      [1, false],
      ["1", true],
    ]);
  });

  it("reaches what runs and what waits while as many run as may", async () => {
    const input = new PassThrough();
    input.write(call("1", "hang") + call("2", "hang") + call("3", "echo"));
    input.end(line({ id: "2", cancel: true }) + line({ id: "1", cancel: true }));
    const results = await serve(input, { concurrency: 1 });
    expect(results.map((r) => [r.id, r["ok"]])).toEqual([
      ["1", false],
      ["2", false],
      ["3", true],
    ]);
  });

  it("waits with the input where too many lines wait already, and leaves none out", async () => {
    const calls = Array.from({ length: 2_500 }, (_, i) => call(i, "echo"));
    const results = await serve(calls.join(""), { concurrency: 1 });
    expect(results.map((r) => r.id)).toEqual(calls.map((_, i) => i));
  });

  it("reaches one call of a batch", async () => {
    const batch = [
      { id: "a", name: "hang" },
      { id: "b", name: "echo" },
    ];
    expect(await serve(line(batch) + line({ id: "a", cancel: true }))).toMatchObject([
      { id: "a", ok: false, error: { code: "cancelled" } },
      { id: "b", ok: true },
    ]);
  });

  it("by the signal answers all, and does not wait for the input to end", async () => {
    const controller = new AbortController();
    const input = new PassThrough();
    input.write(call("1", "hang") + call("2", "hang"));
    setTimeout(() => controller.abort(), 30);
    const results = await serve(input, { signal: controller.signal });
    expect(results).toMatchObject([
      { id: "1", error: { code: "cancelled" } },
      { id: "2", error: { code: "cancelled" } },
    ]);
  });
});

describe("a batch", () => {
  it("answers in the order of its calls, broken ones in their places", async () => {
    const batch = [{ id: "a", name: "slow", arguments: { ms: 40 } }, 5, { id: "b", name: "echo" }, { id: "c" }];
    expect((await serve(line(batch))).map((r) => [r.id, r["ok"]])).toEqual([
      ["a", true],
      [null, false],
      ["b", true],
      ["c", false],
    ]);
  });

  it("that is empty has no answer", async () => expect(await serve("[]\n")).toEqual([]));

  it("that breaks the registry's word is answered call by call", async () => {
    const caller: Caller = {
      call: async (name) => done(name, 1),
      dispatchMany: async ([first]) => (first ? [done("x", 1)] : []),
    };
    expect(
      await serve(
        line([
          { id: "a", name: "x" },
          { id: "b", name: "y" },
        ]),
        { caller },
      ),
    ).toMatchObject([
      { id: "a", ok: true },
      { id: "b", ok: false, error: { code: "execution_error" } },
    ]);
  });
});

describe("progress", () => {
  const telling: Caller = {
    call: async (name, args, { onProgress }) => {
      onProgress?.({ fraction: 0.5, message: "half" });
      onProgress?.({ partial: [1] });
      return done(name, args);
    },
    dispatchMany: (calls) => Promise.all(calls.map((c) => telling.call(c.name, c.arguments, c))),
  };
  const asked = { name: "act", arguments: {}, progress: true };

  it("has lines of its own before the result, where it was asked for", async () => {
    const input = line({ id: 1, ...asked }) + line({ id: "2", ...asked, progress: false });
    expect(await serve(input, { caller: telling })).toEqual([
      { id: 1, progress: { fraction: 0.5, message: "half" } },
      { id: 1, progress: { partial: [1] } },
      { id: 1, ...done("act", {}) },
      { id: "2", ...done("act", {}) },
    ]);
  });

  it("is told of single calls of a batch", async () => {
    const input = line([
      { id: "1", name: "act" },
      { id: "2", ...asked },
    ]);
    const lines = await serve(input, { caller: telling });
    expect(lines.map(({ id, progress }) => [id, progress])).toEqual([
      ["2", { fraction: 0.5, message: "half" }],
      ["2", { partial: [1] }],
      ["1", undefined],
      ["2", undefined],
    ]);
  });

  it("is left out while the reader is slow, the result never", async () => {
    const output = new PassThrough({ highWaterMark: 10 }).setEncoding("utf8");
    let text = "";
    const served = serveLines({
      input: Readable.from([line({ id: 1, ...asked })]),
      output,
      caller: telling,
      signal: new AbortController().signal,
    });
    await sleep(5);
    output.on("data", (part: string) => {
      text += part;
    });
    await served;
    const lines = text
      .split("\n")
      .slice(0, -1)
      .map((one) => JSON.parse(one) as object);
    expect(lines).toEqual([
      { id: 1, progress: { fraction: 0.5, message: "half" } },
      { id: 1, ...done("act", {}) },
    ]);
  });

  it.each([["yes"], [1], [{}]])("can only be true or false, not %j", async (progress) =>
    expect(await serve(line({ id: "1", ...asked, progress }), { caller: telling })).toMatchObject([
      { id: "1", ok: false, error: { code: "invalid_arguments", message: '"progress" can only be true or false' } },
    ]),
  );
});
