/** The committed toolkit of the museum, and a museum that answers without a network. */
import { createRegistry, type Registry, type RegistryOptions } from "toolgen/runtime";
import { museum } from "../../generated/museum/catalog.js";

/** What the models of these tests ask for: one call that is wrong, and one that is right. */
export const WRONG = { limit: "many" };
export const RIGHT = { limit: 1 };
export const QUESTION = "When does the museum open?";
export const ANSWER = "At nine.";
export const HOURS = '[{"date":"2023-09-11","timeOpen":"09:00","timeClose":"18:00"}]';
/** How the registry says what is wrong with the first. */
export const REASON = /limit: expected an integer, got the string "many"/;

export function openMuseum(options: RegistryOptions = {}): Registry {
  const registry = createRegistry({
    readOnly: true,
    credentials: async () => "visitor:let-me-in",
    fetch: async () => new Response(HOURS, { headers: { "content-type": "application/json" } }),
    ...options,
  });
  registry.register(museum);
  return registry;
}
