/** Outlasts operations that an upstream has only begun: asks for their status until they have ended. */
import type { HttpToolDefinition } from "../../tool/types.js";
import { aborted } from "../call/abort.js";
import type { Call, Middleware, Next, Outcome, Reply } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { type Clock, sleepUntil } from "../clock.js";
import { type OperationStatus, operationStatus } from "../http/answer/operation.js";

/** Where the upstream does not say when to ask: after this, then later and later. */
const FIRST_MS = 1000;
const GROWTH = 1.5;
const LONGEST_MS = 30_000;
/** However soon it says. */
const LEAST_MS = 100;

/** Stands around `retry` and `quota`: each question is a call of its own to them, and takes its place in the quota. */
export function outlast(clock: Clock): Middleware {
  return async (call, next) => {
    const outcome = await next(call);
    const { reply } = outcome;
    const { tool } = call;
    if (reply?.status !== 202 || !("http" in tool)) return outcome;
    if (reply.target !== undefined) return untilDone({ ...call, tool: statusTool(tool) }, next, outcome, reply, clock);
    if (reply.foreign !== undefined) {
      call.meta.notes.push(`begun, not done: its status is on ${reply.foreign}, which was not asked`);
    }
    return outcome;
  };
}

async function untilDone(call: Call, next: Next, begun: Outcome, first: Reply, clock: Clock): Promise<Outcome> {
  call.watch?.progress(operationStatus(begun.data).progress);
  let at = first.target ?? "";
  let wait = first.retryAfterMs;
  for (let pause = FIRST_MS; ; pause = Math.min(LONGEST_MS, pause * GROWTH)) {
    await sleep(Math.max(LEAST_MS, wait ?? pause), call, clock, at);
    let outcome: Outcome;
    try {
      outcome = await next({ ...call, at });
    } catch (cause) {
      wait = laterOf(cause);
      if (wait === undefined) throw unanswered(cause, call, at);
      continue;
    }
    const { reply } = outcome;
    const { state, progress, resource } = statusOf(outcome);
    call.watch?.progress(progress);
    if (state === "failed") throw failed(outcome, progress.message);
    if (state === "done") return resource === undefined ? outcome : resultAt(resource, call, next, outcome);
    // 202 again may name another address; what a 200 has there is the result's.
    if (reply?.status === 202) at = reply.target ?? at;
    wait = reply?.retryAfterMs;
  }
}

/** A 202 says it all; after a redirect (303) the answer is the result, whatever words are in it. */
function statusOf({ data, reply }: Outcome): OperationStatus {
  const status = operationStatus(data);
  if (reply?.status === 202) return { ...status, state: "running" };
  return reply?.redirected ? { state: "done", progress: {} } : status;
}

async function resultAt(resource: string, call: Call, next: Next, outcome: Outcome): Promise<Outcome> {
  const origin = outcome.reply?.origin;
  const place = origin !== undefined && URL.canParse(resource, origin) ? new URL(resource, origin) : undefined;
  if (!place || place.origin !== origin) return outcome;
  return next({ ...call, at: place.pathname + place.search });
}

async function sleep(ms: number, call: Call, clock: Clock, at: string): Promise<void> {
  const until = clock.now() + ms;
  if (until < (call.deadline ?? Number.POSITIVE_INFINITY)) {
    await sleepUntil(until, clock, call.signal, () => aborted(call.signal));
    return;
  }
  throw new ToolError("timeout", "The service has begun, and is not done within the call's time limit.", {
    hint: "It goes on there. Do not begin it again: find out later what came of it.",
    details: { location: at },
  });
}

/** The quota has no place for so long: nothing was asked. */
function laterOf(cause: unknown): number | undefined {
  return cause instanceof ToolError && cause.code === "rate_limited" ? cause.facts.retryAfterMs : undefined;
}

function unanswered(cause: unknown, { signal }: Call, at: string): unknown {
  if (!(cause instanceof ToolError) || signal.aborted || cause.code === "cancelled" || cause.code === "timeout") {
    return cause;
  }
  const hint = "What was begun may go on, or be done. Do not begin it again: find out first.";
  const message = `The service has begun, and did not tell what came of it: ${cause.message}`;
  return new ToolError(cause.code, message, { ...cause.facts, hint, details: { location: at } }, { cause });
}

function failed({ data }: Outcome, message: string | undefined): ToolError {
  const said = message === undefined ? "" : `: ${message}`;
  return new ToolError("upstream_error", `The service has begun, and failed${said}`, {
    hint: "Read in the details why, before you begin it again.",
    ...(data !== undefined && { details: data }),
  });
}

/** Asks with the same headers, and reads as the tool's result is read. Limits of the tool alone are not those of its status. */
function statusTool({
  quota: _,
  rateLimit: __,
  cost: ___,
  idempotent: ____,
  ...tool
}: HttpToolDefinition): HttpToolDefinition {
  const { body: _body, query: _query, querystring: _whole, idempotencyHeader: _key, ...http } = tool.http;
  return { ...tool, effect: "read", http: { ...http, method: "GET" } };
}
