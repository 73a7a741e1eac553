// The half of a document that says what a request is. Prism writes out every reference before it starts; what answers
// refer to makes that take minutes and gigabytes, and with Stripe's document it never ends.
import { METHODS } from "./documents.mjs";

/**
 * A copy without what only answers need. Nothing is changed but that each operation answers 200 without content, so that
 * whatever Prism finds wrong comes in its own words, uncut.
 */
export function requestHalf(document) {
  const { webhooks: _, "x-webhooks": __, components = {}, ...rest } = document;
  const paths = map(document.paths, (item) =>
    map(item, (value, key) => (METHODS.has(key) ? withoutAnswers(value) : value)),
  );
  const half = { ...rest, paths };
  const kept = { securitySchemes: components.securitySchemes ?? {} };
  for (const [kind, key] of reachable(half, components)) kept[kind] = { ...kept[kind], [key]: components[kind][key] };
  return { ...half, components: kept };
}

const map = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

const withoutAnswers = ({ callbacks: _, ...operation }) => ({
  ...operation,
  responses: { 200: { description: "OK" } },
});

/** Components that a request refers to, directly or not; mappings of discriminators are references too. */
function reachable(half, components) {
  const found = new Map();
  const open = [half];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "object" && next !== null)
      open.push(...Object.values(next).filter((value) => value !== undefined));
    if (typeof next !== "string" || !next.startsWith("#/components/") || found.has(next)) continue;
    const [, , kind, key] = next.split("/");
    if (components[kind]?.[key] === undefined) continue;
    found.set(next, [kind, key]);
    open.push(components[kind][key]);
  }
  return found.values();
}
