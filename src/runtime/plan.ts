/** What the catalogue says of how calls are carried out: in which order, and what is tried instead. */
import { type Catalog, type Entry, loadTool } from "./catalog.js";
import { type Waits, waits } from "./locks.js";
import type { BatchCall } from "./options.js";

/** Tools that stand in for one, by exposed name. */
export function fallbacks({ name, base, loaded, registration }: Entry): readonly string[] {
  const { namespace, fallback } = registration;
  const named = [
    ...(loaded?.fallback ?? []),
    ...(fallback && Object.hasOwn(fallback, base) ? (fallback[base] ?? []) : []),
  ];
  const exposed = named.map((other) => (namespace === undefined ? other : `${namespace}__${other}`));
  return exposed.filter((other) => other !== name);
}

/** Reads side by side, anything else in the order of the list, as far as tools do not say what they touch. */
export function order(calls: readonly BatchCall[], catalog: Catalog): Waits | Promise<Waits> {
  const entries = calls.map(({ name }) => catalog.get(name));
  if (entries.every((entry) => entry?.source.effect === "read")) return [];
  // One that does not load waits for all, and says so when it is called.
  const loading = entries.map((entry) => entry && loadTool(entry).catch(() => undefined));
  return Promise.all(loading).then((tools) => waits(calls.map(({ arguments: args }, i) => ({ tool: tools[i], args }))));
}
