/** Values of a host's that are known by what is in them, rather than by which object they are. */

/** More than that is compared by identity: it is looked at with each call. */
const MAX_VALUES = 1000;
const MAX_CHARACTERS = 65_536;
const MAX_DEPTH = 32;

class NotPlain extends Error {}

interface Room {
  values: number;
  characters: number;
}

/**
 * The same text for equal values of plain JSON, whatever the order of their keys; `undefined` for anything else. Strict:
 * what may hide something (an instance, a getter, a symbol, a hidden property) is not equal to another by what it shows.
 */
export function plainText(value: unknown): string | undefined {
  try {
    return textOf(value, { values: MAX_VALUES, characters: MAX_CHARACTERS }, 0);
  } catch {
    // Ours, or what a proxy of the host's throws: either way it is no plain value.
    return undefined;
  }
}

function textOf(value: unknown, room: Room, depth: number): string {
  if (--room.values < 0 || depth > MAX_DEPTH) throw new NotPlain();
  if (typeof value === "string") room.characters -= value.length;
  if (room.characters < 0) throw new NotPlain();
  if (value === null || typeof value === "string" || typeof value === "boolean") return JSON.stringify(value);
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object") throw new NotPlain();
  const list = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== null && prototype !== (list ? Array.prototype : Object.prototype)) throw new NotPlain();
  const parts = ownData(value, room).map(([key, item]) => `${JSON.stringify(key)}:${textOf(item, room, depth + 1)}`);
  return list ? `[${parts.join()}]` : `{${parts.join()}}`;
}

/** By name; without those that are `undefined`, as in JSON. */
function ownData(value: object, room: Room): [string, unknown][] {
  const data: [string, unknown][] = [];
  const list = Array.isArray(value);
  const keys = Reflect.ownKeys(value);
  if (keys.length > room.values + 1) throw new NotPlain();
  for (const key of keys) {
    if (list && key === "length") continue;
    const property = Object.getOwnPropertyDescriptor(value, key);
    if (typeof key === "symbol" || !property?.enumerable || !("value" in property)) throw new NotPlain();
    room.characters -= key.length;
    if (property.value !== undefined) data.push([key, property.value]);
  }
  // A hole is no value of JSON.
  if (list && data.length !== value.length) throw new NotPlain();
  return data.sort(([a], [b]) => (a < b ? -1 : 1));
}
