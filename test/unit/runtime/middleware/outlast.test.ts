import { describe, expect, it } from "vitest";
import {
  type CallOptions,
  createRegistry,
  type RegistryOptions,
  type ToolResult,
} from "../../../../src/runtime/index.js";
import type { HttpToolDefinition, Progress } from "../../../../src/tool/index.js";
import { VirtualClock } from "../clock.js";
import { object, toolkit } from "../tools.js";

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

interface Sent {
  readonly at: number;
  readonly request: string;
  readonly headers: Record<string, string>;
}

interface Story {
  readonly result: ToolResult;
  readonly sent: readonly Sent[];
  readonly told: readonly Progress[];
  /** When the call had its result. */
  readonly ended: number;
  readonly pending: number;
}

const ORIGIN = "https://jobs.example";

/** One call of `begin_job` against these answers, one after another, the last one for good. */
async function story(
  answers: readonly Answer[],
  options: RegistryOptions = {},
  given: CallOptions = {},
  more: Partial<HttpToolDefinition> = {},
): Promise<Story> {
  const clock = new VirtualClock();
  const sent: Sent[] = [];
  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const { status, headers = {}, body } = answers[Math.min(sent.length, answers.length - 1)] ?? { status: 500 };
    const request = `${init.method} ${url.slice(ORIGIN.length)}${init.body ? ` ${String(init.body)}` : ""}`;
    sent.push({ at: clock.now(), request, headers: init.headers as Record<string, string> });
    const json = { "content-type": "application/json", ...headers };
    return body === undefined
      ? new Response(null, { status, headers })
      : Response.json(body, { status, headers: json });
  };
  const registry = createRegistry({
    clock,
    fetch: fetch as typeof globalThis.fetch,
    credentials: () => "k3y-of-mine",
    retryBaseMs: 0,
    ...options,
  });
  const tool: HttpToolDefinition = {
    name: "begin_job",
    description: "Begins.",
    effect: "write",
    input: object({ team: { type: "string" }, n: { type: "integer" }, version: { type: "string" } }),
    auth: [{ key: [] }],
    http: {
      method: "POST",
      path: "/teams/{team}/jobs",
      header: [{ arg: "version", name: "Api-Version" }],
      body: { mediaType: "application/json", fields: ["n"] },
      idempotencyHeader: "Idempotency-Key",
    },
    ...more,
  };
  registry.register({
    ...toolkit("kit", tool),
    servers: { default: { url: `${ORIGIN}/v1` } },
    origins: [ORIGIN],
    auth: { key: { type: "apiKey", in: "query", name: "key" } },
  });
  const told: Progress[] = [];
  let ended = -1;
  const call = registry
    .call("begin_job", { team: "a", n: 1, version: "2" }, { onProgress: (p) => told.push(p), ...given })
    .finally(() => {
      ended = clock.now();
    });
  // What is loaded with a first call takes real time.
  for (let i = 0; i < 200 && ended < 0 && sent.length === 0; i++) await new Promise((r) => setTimeout(r, 5));
  await clock.pass(200_000);
  const result = await call;
  return { result, sent, told, ended, pending: clock.pending };
}

const began = (headers: Record<string, string>, body?: unknown): Answer => ({ status: 202, headers, body });
const JOB = { location: "/v1/status/7" };
const BEGIN = 'POST /v1/teams/a/jobs?key=k3y-of-mine {"n":1}';
const ASK = "GET /v1/status/7?key=k3y-of-mine";

describe("a call that the service has only begun", () => {
  it("asks for its status until it is done, as late as it is told, and gives the result", async () => {
    const { result, sent, told, ended, pending } = await story([
      began({ ...JOB, "retry-after": "5" }, { status: "queued" }),
      began({ "retry-after": "2" }, { status: "running", percentComplete: 40 }),
      { status: 200, body: { status: "succeeded", rows: [1, 2] } },
    ]);
    expect(result).toMatchObject({
      ok: true,
      data: { status: "succeeded", rows: [1, 2] },
      meta: { status: 200, attempts: 3 },
    });
    expect(sent.map(({ at, request }) => [at, request])).toEqual([
      [0, BEGIN],
      [5000, ASK],
      [7000, ASK],
    ]);
    expect(told).toEqual([{ message: "queued" }, { fraction: 0.4, message: "running" }, { message: "succeeded" }]);
    expect([ended, pending]).toEqual([7000, 0]);
    expect(
      sent.map(({ headers }) => [headers["api-version"], "content-type" in headers, "idempotency-key" in headers]),
    ).toEqual([
      ["2", true, true],
      ["2", false, false],
      ["2", false, false],
    ]);
  });

  it("asks later and later where nobody says when", async () => {
    const { sent } = await story([...Array.from({ length: 5 }, () => began(JOB)), { status: 200, body: 1 }]);
    expect(sent.map(({ at }) => at)).toEqual([0, 1000, 2500, 4750, 8125, 13_187.5]);
  });

  it.each<[string, Record<string, string>, string | undefined]>([
    ["Location", { location: "../../../x/1?a=b" }, "GET /x/1?a=b&key=k3y-of-mine"],
    ["an absolute one", { location: `${ORIGIN}/x/1` }, "GET /x/1?key=k3y-of-mine"],
    ["Operation-Location before Location", { ...JOB, "operation-location": "/op/1" }, "GET /op/1?key=k3y-of-mine"],
    ["Content-Location", { "content-location": "/c/1" }, "GET /c/1?key=k3y-of-mine"],
    ["one that repeats the key", { location: "/c/1?key=other" }, "GET /c/1?key=k3y-of-mine"],
    ["none", {}, undefined],
    ["one that is no address", { location: "http://" }, undefined],
  ])("is asked at %s", async (_, headers, request) => {
    const { sent } = await story([began(headers), { status: 200, body: 1 }]);
    expect(sent.map((one) => one.request)).toEqual(request === undefined ? [BEGIN] : [BEGIN, request]);
  });

  it("never asks another origin, and says so", async () => {
    const { result, sent } = await story([began({ location: "https://evil.example/x?t=1" }, { id: 7 })]);
    expect(sent).toHaveLength(1);
    expect(result).toMatchObject({
      ok: true,
      data: { id: 7 },
      meta: { status: 202, notes: ["begun, not done: its status is on https://evil.example, which was not asked"] },
    });
  });

  it.each<[string, readonly Answer[], unknown]>([
    ["the answer itself", [{ status: 200, body: { id: 7 } }], { id: 7 }],
    [
      "what a redirect leads to, whatever its status is called",
      [
        { status: 303, headers: { location: "/r" } },
        { status: 200, body: { status: "pending" } },
      ],
      { status: "pending" },
    ],
    [
      "where the status says that it is",
      [
        { status: 200, body: { status: "Succeeded", resourceLocation: "/r" } },
        { status: 200, body: { id: 8 } },
      ],
      { id: 8 },
    ],
    [
      "the status, where it says that the result is elsewhere",
      [{ status: 200, body: { status: "ok", resourceLocation: "https://evil.example/r" } }],
      { status: "ok", resourceLocation: "https://evil.example/r" },
    ],
    [
      "what a status of Google's ends in",
      [
        { status: 200, body: { done: false } },
        { status: 200, body: { done: true, response: 1 } },
      ],
      { done: true, response: 1 },
    ],
    ["nothing", [{ status: 204 }], null],
  ])("has as its result %s", async (_, answers, data) => {
    const { result } = await story([began(JOB), ...answers]);
    expect(result.ok && result.data).toEqual(data);
  });

  it.each<[string, Answer, object]>([
    [
      "the status says so",
      { status: 200, body: { status: "Failed", message: "no room" } },
      {
        code: "upstream_error",
        message: "The service has begun, and failed: no room",
        details: { status: "Failed", message: "no room" },
      },
    ],
    [
      "the status cannot be read",
      { status: 404, body: { message: "gone" } },
      {
        code: "upstream_error",
        message: "The service has begun, and did not tell what came of it: HTTP 404 Not Found: gone",
        status: 404,
        details: { location: "/v1/status/7" },
      },
    ],
  ])("fails where %s, and is not begun again", async (_, answer, error) => {
    const { result, sent } = await story([began(JOB), answer]);
    expect(result).toMatchObject({ ok: false, error });
    expect(sent.map(({ request }) => request)).toEqual([BEGIN, ASK]);
  });

  it("asks again where the question failed for a moment", async () => {
    const { result, sent } = await story([began(JOB), { status: 503 }, { status: 200, body: 1 }]);
    expect(result).toMatchObject({ ok: true, data: 1, meta: { attempts: 3 } });
    expect(sent.map(({ request }) => request)).toEqual([BEGIN, ASK, ASK]);
  });

  it("ends with its time limit, without a question that would pass it", async () => {
    const { result, sent, ended, pending } = await story([began(JOB)], {}, { timeoutMs: 5000 });
    expect(result).toMatchObject({
      ok: false,
      error: { code: "timeout", details: { location: "/v1/status/7" } },
      content:
        "The service has begun, and is not done within the call's time limit. It goes on there. Do not begin it again: find out later what came of it.",
    });
    expect(sent.map(({ at }) => at)).toEqual([0, 1000, 2500, 4750]);
    expect([ended, pending]).toEqual([4750, 0]);
  });

  it("is asked for within the quota", async () => {
    const { sent, result } = await story(
      [began({ ...JOB, "retry-after": "0" }), began({ "retry-after": "0" }), began({}), { status: 200, body: 1 }],
      { quota: { rate: 0.1, burst: 1 }, maxWaitMs: 5000 },
      { timeoutMs: 100_000 },
    );
    expect([result.ok, sent.map(({ at }) => at)]).toEqual([true, [0, 10_000, 20_000, 30_000]]);
  });

  it("does not wait where nobody asked for it", async () => {
    const plain = await story([began(JOB, { id: 7 })], {}, { wait: false });
    expect([plain.result.ok && plain.result.data, plain.sent.length]).toEqual([{ id: 7 }, 1]);
    const empty = await story([{ status: 202, headers: JOB }], {}, { wait: false });
    expect(empty.result.content).toBe("Begun, not done: HTTP 202, no content.");
  });
});
