/** Checks and look-ups for plain JSON from outside. */
import type { JsonObject, JsonValue } from "./document.js";

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Own value of a key: names in documents may be `constructor` or `__proto__`. */
export function own(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function ownText(value: JsonValue | undefined, key: string): string | undefined {
  const found = own(value, key);
  return typeof found === "string" ? found : undefined;
}

export function ownObject(value: JsonValue | undefined, key: string): JsonObject | undefined {
  const found = own(value, key);
  return isObject(found) ? found : undefined;
}

export function ownList(value: JsonValue | undefined, key: string): readonly JsonValue[] {
  const found = own(value, key);
  return isList(found) ? found : [];
}
