/** OpenTelemetry: a span for each call and one for each attempt in it, and metrics. Follows the conventions for GenAI tools. */
import type { AttemptEvent, CallEvent, EndEvent } from "./events.js";

/** What is used of the module `@opentelemetry/api`, so that this package does not need it. */
export interface Telemetry {
  readonly trace: {
    getTracer(name: string): Tracer;
    setSpan(context: Context, span: never): Context;
  };
  readonly context: {
    active(): Context;
    with<T>(context: never, run: () => T): T;
  };
  readonly metrics: { getMeter(name: string): Meter };
}

type Attributes = Record<string, string | number | boolean>;
type Context = object;

interface Tracer {
  startSpan(name: string, options: { kind: number; attributes: Attributes }, context: never): Span;
}

interface Span {
  setAttributes(attributes: Attributes): unknown;
  addEvent(name: string, attributes: Attributes): unknown;
  setStatus(status: { code: number }): unknown;
  end(): void;
}

interface Meter {
  createCounter(name: string, options: Instrument): { add(value: number, attributes: Attributes): void };
  createHistogram(name: string, options: Instrument): { record(value: number, attributes: Attributes): void };
}

interface Instrument {
  readonly description: string;
  readonly unit: string;
}

/** `SpanKind` and `SpanStatusCode` of the API; their numbers are part of it. */
const INTERNAL = 0;
const CLIENT = 2;
const ERROR = 2;
const SCOPE = "toolgen";

interface Open {
  readonly span: Span;
  readonly context: Context;
  attempt?: { readonly span: Span; readonly context: Context };
}

export class Spans {
  readonly #api: Telemetry;
  readonly #tracer: Tracer;
  readonly #durations: ReturnType<Meter["createHistogram"]>;
  readonly #waits: ReturnType<Meter["createHistogram"]>;
  readonly #attempts: ReturnType<Meter["createCounter"]>;
  readonly #open = new Map<number, Open>();

  constructor(api: Telemetry) {
    this.#api = api;
    this.#tracer = api.trace.getTracer(SCOPE);
    const meter = api.metrics.getMeter(SCOPE);
    this.#durations = meter.createHistogram("toolgen.call.duration", { description: "Of whole calls", unit: "s" });
    this.#waits = meter.createHistogram("toolgen.call.wait", { description: "For quotas", unit: "s" });
    this.#attempts = meter.createCounter("toolgen.call.attempts", { description: "Requests sent", unit: "{attempt}" });
  }

  take(event: CallEvent): void {
    if (event.event === "begin") {
      const attributes: Attributes = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": event.tool };
      if (event.id !== undefined) attributes["gen_ai.tool.call.id"] = event.id;
      this.#open.set(
        event.call,
        this.#start(`execute_tool ${event.tool}`, INTERNAL, attributes, this.#api.context.active()),
      );
      return;
    }
    const open = this.#open.get(event.call);
    if (!open) return;
    switch (event.event) {
      case "attempt":
        open.attempt = this.#attempt(event, open);
        return;
      case "answer":
        finish(open.attempt?.span, event.outcome, event.status);
        delete open.attempt;
        return;
      case "progress":
        open.span.addEvent("progress", progressOf(event.fraction, event.message));
        return;
      case "end":
        this.#open.delete(event.call);
        finish(open.attempt?.span, event.outcome, event.status);
        this.#end(event, open);
        return;
      default:
        event satisfies never;
    }
  }

  /** Whatever is made within belongs to the attempt that runs. */
  within<T>(call: number, run: () => T): T {
    const context = this.#open.get(call)?.attempt?.context;
    return context ? this.#api.context.with(context as never, run) : run();
  }

  #attempt({ attempt, over, waitedMs, tool }: AttemptEvent, { context }: Open): Open {
    const attributes = { "toolgen.attempt": attempt, "toolgen.waited_ms": waitedMs };
    return this.#start(`${tool} attempt`, over === "function" ? INTERNAL : CLIENT, attributes, context);
  }

  #end(event: EndEvent, { span }: Open): void {
    const { tool, outcome, toolkit, effect, durationMs, waitedMs, attempts } = event;
    span.setAttributes({
      ...(toolkit !== undefined && { "toolgen.toolkit": toolkit }),
      ...(effect !== undefined && { "toolgen.effect": effect }),
      "toolgen.attempts": attempts,
      "toolgen.waited_ms": waitedMs,
      ...(event.cached && { "toolgen.cached": true }),
    });
    finish(span, outcome, event.status);
    // A name that a model made up would be a series of its own.
    const series = { "gen_ai.tool.name": toolkit === undefined ? "" : tool, "toolgen.outcome": outcome };
    this.#durations.record(durationMs / 1000, series);
    this.#waits.record(waitedMs / 1000, series);
    this.#attempts.add(attempts, series);
  }

  #start(name: string, kind: number, attributes: Attributes, parent: Context): Open {
    const span = this.#tracer.startSpan(name, { kind, attributes }, parent as never);
    return { span, context: this.#api.trace.setSpan(parent, span as never) };
  }
}

function finish(span: Span | undefined, outcome: EndEvent["outcome"], status: number | undefined): void {
  if (!span) return;
  if (status !== undefined) span.setAttributes({ "http.response.status_code": status });
  if (outcome !== "ok") {
    span.setAttributes({ "error.type": outcome });
    span.setStatus({ code: ERROR });
  }
  span.end();
}

function progressOf(fraction: number | undefined, message: string | undefined): Attributes {
  return { ...(fraction !== undefined && { fraction }), ...(message !== undefined && { message }) };
}
