/** What the catalogue says of the order in which calls are carried out. */
import type { AnyTool } from "../../tool/types.js";
import { boundValue, type Variables } from "../arguments/bound-value.js";
import type { BatchCall } from "../options.js";
import { type Catalog, loadTool } from "../registry/catalog.js";
import { isRecord } from "../schema.js";
import { type Waits, waits } from "./locks.js";

/** Reads side by side, anything else in the order of the list, as far as tools do not say what they touch. */
export function order(
  calls: readonly BatchCall[],
  catalog: Catalog,
  env: Variables,
  context: unknown,
): Waits | Promise<Waits> {
  const entries = calls.map(({ name }) => catalog.get(name));
  if (entries.every((entry) => entry?.source.effect === "read")) return [];
  // One that does not load waits for all, and says so when it is called.
  const loading = entries.map((entry) => entry && loadTool(entry).catch(() => undefined));
  return Promise.all(loading).then((tools) =>
    waits(calls.map(({ arguments: args }, i) => ({ tool: tools[i], args: withBound(args, tools[i], env, context) }))),
  );
}

/** Locks may name arguments that no model gives. */
function withBound(args: unknown, tool: AnyTool | undefined, env: Variables, context: unknown): unknown {
  if (!tool?.bound || !tool.locks) return args;
  const bound = Object.entries(tool.bound).map(([arg, from]) => [arg, boundValue(from, env, context)] as const);
  return { ...(isRecord(args) ? args : {}), ...Object.fromEntries(bound) };
}
