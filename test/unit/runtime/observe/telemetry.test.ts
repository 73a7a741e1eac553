/** Against the SDK of OpenTelemetry itself. */
import * as api from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createRegistry, ToolError } from "../../../../src/runtime/index.js";
import { object, tool, toolkit } from "../tools.js";

const spans = new InMemorySpanExporter();
const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 1e9 });

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

it("makes a span of each call below the caller's, one of each attempt in it, and what a tool makes below that", async () => {
  const tracer = api.trace.getTracer("test");
  let runs = 0;
  const registry = createRegistry({ telemetry: api, retryBaseMs: 0 });
  const act = tool("act", object({ secret: { type: "string" } }), {
    run: (_, { progress }) => {
      tracer.startSpan("inside").end();
      progress({ fraction: 0.5, partial: "s3cr3t" });
      if (++runs === 1) throw new ToolError("network_error", "s3cr3t");
      return "s3cr3t";
    },
  });
  registry.register(toolkit("kit", act));
  await tracer.startActiveSpan("agent", async (agent) => {
    await registry.call("act", { secret: "s3cr3t" }, { id: "7" });
    await registry.call("nope", {});
    agent.end();
  });

  const finished = spans.getFinishedSpans();
  const nameOf = new Map(finished.map((span) => [span.spanContext().spanId, span.name]));
  const shown = finished.map(({ name, kind, status, attributes, parentSpanContext, events }) => ({
    name,
    parent: nameOf.get(parentSpanContext?.spanId ?? ""),
    kind,
    status: status.code,
    attributes,
    events: events.map((event) => [event.name, event.attributes]),
  }));
  const attempt = (n: number) => ({ "toolgen.attempt": n, "toolgen.waited_ms": 0 });
  const base = { kind: 0, events: [], status: 0 };
  const half = [["progress", { fraction: 0.5 }]];
  expect(shown).toEqual([
    { ...base, name: "inside", parent: "act attempt", attributes: {} },
    {
      ...base,
      name: "act attempt",
      parent: "execute_tool act",
      status: 2,
      attributes: { ...attempt(1), "error.type": "network_error" },
    },
    { ...base, name: "inside", parent: "act attempt", attributes: {} },
    { ...base, name: "act attempt", parent: "execute_tool act", attributes: attempt(2) },
    {
      ...base,
      name: "execute_tool act",
      parent: "agent",
      events: [...half, ...half],
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "act",
        "gen_ai.tool.call.id": "7",
        "toolgen.toolkit": "kit",
        "toolgen.effect": "read",
        "toolgen.attempts": 2,
        "toolgen.waited_ms": 0,
      },
    },
    {
      ...base,
      name: "execute_tool nope",
      parent: "agent",
      status: 2,
      attributes: {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "nope",
        "toolgen.attempts": 0,
        "toolgen.waited_ms": 0,
        "error.type": "unknown_tool",
      },
    },
    { ...base, name: "agent", parent: undefined, attributes: {} },
  ]);
  expect(JSON.stringify(shown)).not.toContain("s3cr3t");

  await reader.forceFlush();
  const metrics = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  const counted = metrics.map(({ descriptor, dataPoints }) => [
    descriptor.name,
    dataPoints.map(({ attributes, value }) => [
      attributes["gen_ai.tool.name"],
      attributes["toolgen.outcome"],
      typeof value === "number" ? value : value.count,
    ]),
  ]);
  const once = [
    ["act", "ok", 1],
    ["", "unknown_tool", 1],
  ];
  expect(counted).toEqual([
    ["toolgen.call.duration", once],
    ["toolgen.call.wait", once],
    [
      "toolgen.call.attempts",
      [
        ["act", "ok", 2],
        ["", "unknown_tool", 0],
      ],
    ],
  ]);
});
