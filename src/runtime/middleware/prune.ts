/** A query of which the service refuses some fields is sent once more without them, and they are remembered. */
import type { GraphqlToolDefinition } from "../../tool/types.js";
import type { Call, Middleware, Outcome } from "../call/call.js";
import { type Clock, systemClock } from "../clock.js";
import { withBlanks } from "../graphql/blanks.js";
import { loadGraphql } from "../graphql/document.js";
import { ResponseFailure } from "../graphql/errors.js";
import { Memory } from "../graphql/memory.js";
import { type Refused, refusedFields, withoutFields } from "../graphql/prune.js";
import { rootKey } from "../graphql/root.js";
import type { Registration } from "../registry/registration.js";

const MAX_NOTES = 10;

export function prune(options: { readonly clock?: Clock } = {}): Middleware {
  const memories = new WeakMap<Registration, Memory>();
  const memoryOf = (registration: Registration): Memory => {
    const memory = memories.get(registration) ?? new Memory(options.clock ?? systemClock);
    memories.set(registration, memory);
    return memory;
  };
  return async (call, next) => {
    const { tool } = call;
    // What a mutation has done stays done, whatever of its answer was refused.
    if (!("graphql" in tool) || tool.graphql.operation !== "query") return next(call);
    const memory = memoryOf(call.registration);
    const first = await pruned(call, tool, memory.of(call));
    try {
      return blanked(await next(first.call), first);
    } catch (error) {
      if (!(await learned(error, first.tool, call, memory))) throw error;
      const second = await pruned(call, tool, memory.of(call));
      if (second.tool.graphql.document === first.tool.graphql.document) throw error;
      try {
        return blanked(await next(second.call), second);
      } catch (again) {
        // Some services name one field at a time: the next call leaves this one out as well.
        await learned(again, second.tool, call, memory);
        throw again;
      }
    }
  };
}

async function learned(
  error: unknown,
  { graphql: plan }: GraphqlToolDefinition,
  call: Call,
  memory: Memory,
): Promise<boolean> {
  if (!(error instanceof ResponseFailure) || call.signal.aborted) return false;
  const refused = refusedFields(await loadGraphql(), plan.document, error.errors, rootKey(plan));
  if (refused) memory.add(call, refused);
  return refused !== undefined;
}

interface Pruned {
  readonly call: Call;
  readonly tool: GraphqlToolDefinition;
  /** Places that were left out. */
  readonly gone: readonly string[];
}

function blanked(outcome: Outcome, { tool, gone }: Pruned): Outcome {
  return gone.length === 0 ? outcome : { ...outcome, data: withBlanks(outcome.data, gone, tool.graphql) };
}

/** The call with a document that lacks what was refused; the same call where nothing was. */
async function pruned(call: Call, tool: GraphqlToolDefinition, refused: readonly Refused[]): Promise<Pruned> {
  if (refused.length === 0) return { call, tool, gone: [] };
  const { document: text } = tool.graphql;
  const found = withoutFields(await loadGraphql(), text, new Set(refused.map(({ place }) => place)));
  if (found === undefined || found.gone.length === 0) return { call, tool, gone: [] };
  note(
    call,
    refused.filter(({ place }) => found.gone.includes(place)),
  );
  const changed = { ...tool, graphql: { ...tool.graphql, document: found.document } };
  return { call: { ...call, tool: changed }, tool: changed, gone: found.gone };
}

function note({ meta }: Call, refused: readonly Refused[]): void {
  const notes = refused.slice(0, MAX_NOTES).map(({ place, why }) => {
    const reason = why === "scope" ? "the credentials may not read it" : "the service does not have it";
    return `left out ${place}: ${reason}`;
  });
  if (refused.length > MAX_NOTES)
    notes.push(`left out ${refused.length - MAX_NOTES} more fields that the service refuses`);
  // A retry comes by here again.
  meta.notes.push(...notes.filter((text) => !meta.notes.includes(text)));
}
