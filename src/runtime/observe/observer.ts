/** The outermost layer: sees each call from the moment that it was asked for until it has its result. */
import { createHash } from "node:crypto";
import type { Progress } from "../../tool/types.js";
import { copyPlain } from "../arguments/copy.js";
import type { Redactor } from "../auth/redact.js";
import { ToolError } from "../call/errors.js";
import type { ToolResult } from "../call/result.js";
import { canonical } from "../validate/unique.js";
import { type Audit, recordOf } from "./audit.js";
import type { CallEvent, EndEvent } from "./events.js";
import { ProgressFilter } from "./progress.js";
import { Stats } from "./stats.js";
import { Spans, type Telemetry } from "./telemetry.js";
import { tell } from "./tell.js";
import type { Found, Watch } from "./watch.js";

export interface ObserveOptions {
  /** Told of all that happens to each call. Neither what it throws nor what it returns changes a call. */
  readonly onCall?: (event: CallEvent) => void;
  /** Keeps a record of each call; `auditFile` makes one that writes to a file. */
  readonly audit?: Audit;
  /** Spans and metrics: the module `@opentelemetry/api`. */
  readonly telemetry?: Telemetry;
}

/** What is known of a call from its beginning. */
export interface Asked {
  readonly name: string;
  readonly id: string | undefined;
  readonly args: unknown;
  readonly context: unknown;
  readonly redactor: Redactor;
  readonly onProgress?: (progress: Progress) => void;
  /** Told when it is the call's turn, each time. */
  readonly onAttempt?: () => void;
}

/** A call under way. */
export interface Observed extends Watch {
  /** From here on nothing is told of the call. `who` tells whose it was. */
  end(result: ToolResult, who: () => string | undefined): void;
}

const MAX_NAME = 80;

type Facts<E extends CallEvent> = E extends CallEvent ? Omit<E, "time" | "call" | "id" | "tool"> : never;

export class Observer {
  readonly stats: Stats = new Stats();
  readonly #options: ObserveOptions;
  readonly #maxChars: number;
  readonly #spans: Spans | undefined;
  #calls = 0;

  constructor(options: ObserveOptions, maxChars: number) {
    this.#options = options;
    this.#maxChars = maxChars;
    this.#spans = options.telemetry && new Spans(options.telemetry);
  }

  begin(asked: Asked): Observed {
    const { onCall, audit } = this.#options;
    const spans = this.#spans;
    const { name, id, redactor, onProgress, onAttempt } = asked;
    const call = ++this.#calls;
    const filter = new ProgressFilter(redactor, this.#maxChars);
    let found: Found | undefined;
    let attempt = 0;
    let over = false;
    const complete = (facts: Facts<CallEvent>): CallEvent => {
      const { event, ...rest } = facts;
      const head = { time: new Date().toISOString(), call, ...(id !== undefined && { id }), tool: name };
      return { event, ...head, ...rest } as CallEvent;
    };
    const emit = (facts: Facts<CallEvent>): void => {
      // What a call that was given up still does is nobody's business.
      if (over || (!onCall && !spans)) return;
      const event = complete(facts);
      if (spans) tell((one) => spans.take(one), event, "telemetry");
      if (onCall) tell(onCall, event, "onCall");
    };
    emit({ event: "begin" });

    return {
      wantsProgress: onProgress !== undefined || onCall !== undefined,
      progress(given) {
        if (over || !(onProgress || onCall || spans)) return;
        const progress = filter.pass(given);
        if (!progress) return;
        if (onProgress) tell(onProgress, progress, "onProgress");
        const { partial: _, ...facts } = progress;
        if (Object.keys(facts).length > 0) emit({ event: "progress", ...facts });
      },
      found(tool) {
        found = tool;
      },
      attempt(kind, waitedMs, run) {
        attempt++;
        onAttempt?.();
        emit({ event: "attempt", attempt, over: kind, waitedMs });
        return spans ? spans.within(call, run) : run();
      },
      answered(outcome, status) {
        emit({ event: "answer", attempt, outcome, ...(status !== undefined && { status }) });
      },
      end: (result, who) => {
        over = true;
        if (found) this.stats.add(result);
        if (!audit && !onCall && !spans) return;
        const hash = audit && hashOf(asked.args);
        const tool = found ? name : name.slice(0, MAX_NAME);
        const event = { ...complete(endOf(result, found, nameOf(who), hash)), tool } as EndEvent;
        if (audit) tell(audit, recordOf(event), "audit");
        if (spans) tell((one) => spans.take(one), event, "telemetry");
        if (onCall) tell(onCall, event, "onCall");
      },
    };
  }
}

function endOf(
  result: ToolResult,
  found: Found | undefined,
  who: string | undefined,
  argumentsHash: string | undefined,
): Facts<EndEvent> {
  const { meta } = result;
  return {
    event: "end",
    ...found,
    ...(who !== undefined && { who }),
    ...(argumentsHash !== undefined && { argumentsHash }),
    outcome: result.ok ? "ok" : result.error.code,
    ...(meta.status !== undefined && { status: meta.status }),
    durationMs: meta.durationMs,
    attempts: meta.attempts,
    waitedMs: meta.queuedMs,
    ...(meta.cached && { cached: true as const }),
  };
}

function nameOf(who: () => string | undefined): string | undefined {
  try {
    return who();
  } catch {
    // A host that cannot tell has made the call fail already.
    return undefined;
  }
}

/** `undefined`: they are no JSON, or too much of it. */
function hashOf(args: unknown): string | undefined {
  const copied = copyPlain(args);
  return copied.ok ? createHash("sha256").update(canonical(copied.value)).digest("hex") : undefined;
}

/** The code of a failure, as the result will have it. */
export function codeOf(thrown: unknown): EndEvent["outcome"] {
  return thrown instanceof ToolError ? thrown.code : "execution_error";
}
