/** a credential of each kind, a service that says back all that it gets, and all that a host or a model sees. */
import type { IncomingMessage } from "node:http";
import { inspect } from "node:util";
import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { anthropicTools, geminiTools, openAiChatTools, openAiResponsesTools } from "../../../src/providers/index.js";
import type { Credential } from "../../../src/runtime/auth/credentials.js";
import { Secret } from "../../../src/runtime/auth/secret.js";
import { createRegistry, type Registry, type RegistryOptions } from "../../../src/runtime/index.js";
import type { AnyTool, AuthScheme, HttpPlan } from "../../../src/tool/index.js";
import { aLogin, memoryStore } from "./auth/logins/memory.js";
import { canary, leakIn } from "./canary.js";
import { startUpstream, type Upstream } from "./http/upstream.js";

const spans = new InMemorySpanExporter();
const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 1e9 });
beforeAll(() => {
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  api.metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
});
afterAll(async () => {
  await reader.shutdown();
  api.trace.disable();
  api.context.disable();
  api.metrics.disable();
});

/** All that a request says, in several writings; with what the token endpoint was told, if it was. */
function echoOf(request: IncomingMessage, body: Buffer, told: string, signed: boolean): string {
  const said = `${request.url} ${JSON.stringify(request.headers)} ${body} ${told}`;
  const keys = Object.values(request.headers).flat().join(" ").replace(/\S+ /g, "");
  return JSON.stringify({
    said,
    percent: encodeURIComponent(said),
    base64: Buffer.from(said).toString("base64"),
    shifted: Buffer.from(`x${said}`).toString("base64"),
    hex: Buffer.from(said).toString("hex"),
    // Half of a signature is worth nothing.
    cut: signed ? [] : said.match(/[\w-]{20,}/g)?.map((word) => word.slice(0, Math.ceil(word.length * 0.75))),
    [keys]: keys,
  });
}

async function startEcho(signed: boolean): Promise<Upstream> {
  let told = "";
  const polls = new Map<string, number>();
  return startUpstream((request, response, body) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    const echo = echoOf(request, body, told, signed);
    const json = { "content-type": "application/json" };
    switch (pathname) {
      case "/token": {
        told = `${body} ${request.headers.authorization}`;
        const access_token = canary("fetched");
        return void response.writeHead(200, json).end(JSON.stringify({ access_token, token_type: "bearer" }));
      }
      case "/echo":
        return void response.writeHead(200, json).end(echo);
      case "/text":
        return void response.writeHead(200, { "content-type": "text/plain" }).end(echo);
      case "/refuse":
        return void response.writeHead(422, json).end(echo);
      case "/away":
        return void response.writeHead(302, { location: `https://evil.test/?${encodeURIComponent(echo)}` }).end();
      case "/broken":
        return void response.writeHead(200, json).end(`{${echo}`);
      case "/lines": {
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        const line = Buffer.from(`${echo}\n`);
        // In two pieces, the border within a credential.
        const border = line.indexOf("-7f3a") + 8;
        response.write(line.subarray(0, border));
        return void setTimeout(() => response.end(Buffer.concat([line.subarray(border), line])), 20);
      }
      case "/events":
        response.writeHead(200, { "content-type": "text/event-stream" });
        return void response.end(`data: ${echo}\n\nevent: note\ndata: ${echo}\n\n`);
      case "/later":
        return void response.writeHead(202, { ...json, location: "/state", "retry-after": "0" }).end(echo);
      case "/state": {
        const who = JSON.stringify(request.headers);
        const n = (polls.get(who) ?? 0) + 1;
        polls.set(who, n);
        return void response
          .writeHead(200, { ...json, "retry-after": "0" })
          .end(
            n < 2
              ? JSON.stringify({ status: "running", message: echo })
              : JSON.stringify({ status: "succeeded", result: echo }),
          );
      }
      case "/sometimes":
        polls.set(pathname, (polls.get(pathname) ?? 0) + 1);
        return void response.writeHead(polls.get(pathname) === 1 ? 200 : 503, json).end(echo);
      default:
        return void request.socket.destroy();
    }
  });
}

const PATHS = ["/echo", "/text", "/refuse", "/away", "/broken", "/lines", "/events", "/later", "/sometimes", "/reset"];

const kinds: Record<string, [AuthScheme, ((origin: string) => Credential) | undefined]> = {
  header: [{ type: "apiKey", in: "header", name: "x-key" }, () => canary("header")],
  query: [{ type: "apiKey", in: "query", name: "key" }, () => canary("query", "/+ ")],
  cookie: [{ type: "apiKey", in: "cookie", name: "sid" }, () => canary("cookie", "; ")],
  bearer: [{ type: "http", scheme: "bearer" }, () => `Bearer ${canary("bearer")}`],
  basic: [{ type: "http", scheme: "basic" }, () => `kim:${canary("basic", "ü")}`],
  token: [{ type: "http", scheme: "token" }, () => canary("token")],
  ready: [{ type: "oauth2", flows: {} }, () => canary("ready")],
  client: [
    { type: "oauth2", flows: { clientCredentials: { tokenUrl: "", scopes: {} } } },
    () => ({ clientId: "cli", clientSecret: canary("secret", "+/") }),
  ],
  login: [
    { type: "oauth2", flows: { authorizationCode: { tokenUrl: "", scopes: {} } } },
    (origin) => {
      const change = { access: new Secret(canary("access")), refresh: new Secret(canary("refresh")) };
      return { login: aLogin(`${origin}/token`, change), store: memoryStore(), key: "k" };
    },
  ],
  signed: [{ type: "http", scheme: "aws4-hmac-sha256" }, undefined],
};

function withTokenUrl(definition: AuthScheme, origin: string): AuthScheme {
  return JSON.parse(JSON.stringify(definition).replace('"tokenUrl":""', `"tokenUrl":"${origin}/token"`));
}

function openRegistry(upstream: Upstream, kind: string, options: RegistryOptions): Registry {
  const [definition, credential] = kinds[kind] ?? [];
  if (!definition) throw new Error(kind);
  const toolOf = (path: string): AnyTool => ({
    name: `get_${path.slice(1)}`,
    description: `Gets ${path}.`,
    effect: path === "/echo" ? "irreversible" : "read",
    input: { type: "object", additionalProperties: false, properties: { q: { type: "string" } } },
    auth: [{ scheme: ["scope"] }],
    http: { method: path === "/echo" ? "DELETE" : "GET", path, query: ["q"] } satisfies HttpPlan,
  });
  const registry = createRegistry({
    ...options,
    retries: 1,
    retryBaseMs: 0,
    credentials: () => credential?.(upstream.origin),
    ...(credential === undefined && {
      sign: () => ({ headers: { authorization: `AWS4 ${canary("mac")}` }, query: { sig: canary("presigned") } }),
    }),
  });
  registry.register({
    name: "kit",
    origins: [upstream.origin],
    servers: { default: { url: upstream.origin } },
    auth: { scheme: withTokenUrl(definition, upstream.origin) },
    tools: Object.fromEntries(PATHS.map((path) => [`get_${path.slice(1)}`, toolOf(path)])),
  });
  return registry;
}

describe("A-01 a canary", () => {
  it.each(Object.keys(kinds))(
    "in a credential of the kind %s is in nothing that anybody sees",
    async (kind) => {
      await using upstream = await startEcho(kind === "signed");
      spans.reset();
      metrics.reset();
      const seen: [where: string, what: unknown][] = [];
      const note = (where: string) => (what: unknown) => void seen.push([where, what]);
      const logs = (["log", "info", "warn", "error", "debug"] as const).map((name) =>
        vi.spyOn(console, name).mockImplementation(note(`console.${name}`)),
      );
      const warning = vi.spyOn(process, "emitWarning").mockImplementation(note("warning") as never);
      const registry = openRegistry(upstream, kind, {
        onCall: note("event"),
        audit: note("audit"),
        telemetry: api,
        cache: { ttlMs: 0, staleMs: 60_000 },
        approve: (asked) => {
          note("approval")(asked);
          return true;
        },
      });
      for (const path of PATHS) {
        const name = `get_${path.slice(1)}`;
        note("preview")(await registry.preview(name, { q: "a" }));
        note("result")(await registry.call(name, { q: "a" }, { onProgress: note("progress"), idempotencyKey: path }));
        // From the cache, from an idempotency key, once more refused.
        note("second result")(await registry.call(name, { q: "a" }, { idempotencyKey: path }));
        note("stale result")(await registry.call(name, { q: "a" }));
        note("same key, at the same time")(
          await Promise.all([1, 2, 3].map(() => registry.call(name, { q: "b" }, { idempotencyKey: `2${path}` }))),
        );
        const task = registry.start(name, { q: "c" });
        note("task")(await registry.tasks.result(task.id));
        note("tasks")([registry.tasks.list(), registry.tasks.status(task.id)]);
        note("description")(await registry.describe(name));
      }
      note("list")(registry.list());
      note("stats")(registry.stats());
      note("registry")(registry);
      const asked = { id: "1", name: "get_echo", arguments: {} };
      const chat = await openAiChatTools(registry);
      note("openai")([
        chat,
        await chat.run([{ id: "1", type: "function", function: { name: "get_echo", arguments: "{}" } }]),
      ]);
      const responses = await openAiResponsesTools(registry);
      note("responses")([
        responses,
        await responses.run([{ type: "function_call", call_id: "1", name: "get_refuse", arguments: "{}" }]),
      ]);
      const anthropic = await anthropicTools(registry);
      note("anthropic")([anthropic, await anthropic.run([{ type: "tool_use", id: "1", name: asked.name, input: {} }])]);
      const gemini = await geminiTools(registry);
      note("gemini")([gemini, await gemini.run([{ functionCall: { name: "get_refuse", args: {} } }])]);
      await registry.close();
      await reader.forceFlush();
      for (const { name, attributes, events, status } of spans.getFinishedSpans())
        note("span")([name, attributes, events, status]);
      note("metrics")(metrics.getMetrics());
      for (const spy of [...logs, warning]) spy.mockRestore();

      // The credential did arrive, and was said back: there was something to hide.
      const arrived = upstream.seen
        .map(({ url, headers }) => `${decodeURIComponent(url)} ${JSON.stringify(headers)}`)
        .join();
      const basic = Buffer.from(/Basic ([\w+/=]+)/.exec(arrived)?.[1] ?? "", "base64").toString();
      expect(leakIn(arrived + basic)).toBeDefined();
      const shown = seen.filter(([where]) => where.includes("result")).map(([, what]) => JSON.stringify(what));
      expect(shown.join()).toContain("[redacted]");
      expect(new Set(seen.map(([where]) => where))).toEqual(
        new Set([
          ...["event", "audit", "approval", "preview", "result", "progress", "second result", "stale result", "task"],
          ...["same key, at the same time", "tasks", "description", "list", "stats", "registry", "openai", "responses"],
          ...["anthropic", "gemini", "span", "metrics"],
        ]),
      );
      for (const [where, what] of seen) {
        const json =
          JSON.stringify(what, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value)) ?? "";
        const text = inspect(what, { depth: 30, showHidden: true, maxStringLength: null, maxArrayLength: null });
        expect([where, leakIn(json), leakIn(text)]).toEqual([where, undefined, undefined]);
      }
    },
    60_000,
  );
});
