/** Arguments come from a model or a host: they are measured and copied before anything else looks at them. */
import { setOwn } from "../schema.js";

/** What one call's arguments may weigh. A bigger file goes by handle. */
export const LIMITS: { readonly depth: number; readonly values: number; readonly characters: number } = {
  depth: 128,
  values: 250_000,
  characters: 8 * 1024 * 1024,
};

export interface Copied {
  readonly ok: true;
  readonly value: unknown;
  /** Some integers are beyond 2^53, as BigInt. */
  readonly big: boolean;
  /** Length of the longest string. */
  readonly longest: number;
}

export interface Uncopied {
  readonly ok: false;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

class Refusal extends Error {}

interface State {
  values: number;
  characters: number;
  big: boolean;
  longest: number;
  readonly path: (string | number)[];
}

/**
 * A copy that shares nothing with the original and holds JSON alone: own properties, `undefined` ones left out,
 * `__proto__` kept as data. BigInt stands for integers beyond 2^53 only.
 */
export function copyPlain(value: unknown): Copied | Uncopied {
  const state: State = { values: 0, characters: 0, big: false, longest: 0, path: [] };
  try {
    const copied = copy(value, 0, state);
    return { ok: true, value: copied, big: state.big, longest: state.longest };
  } catch (cause) {
    // A getter or a proxy of the host's may throw anything; only what we throw is told.
    const message = cause instanceof Refusal ? cause.message : "expected JSON, got an object that cannot be read";
    return { ok: false, path: state.path, message };
  }
}

function copy(value: unknown, depth: number, state: State): unknown {
  if (++state.values > LIMITS.values) throw new Refusal(`too large: more than ${LIMITS.values} values`);
  switch (typeof value) {
    case "string":
      count(value.length, state);
      if (value.length > state.longest) state.longest = value.length;
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new Refusal(`expected JSON, got ${value}, which JSON has not`);
    case "boolean":
      return value;
    case "bigint":
      return integer(value, state);
    case "object":
      return value === null ? null : Array.isArray(value) ? list(value, depth, state) : record(value, depth, state);
    default:
      throw new Refusal(`expected JSON, got ${value === undefined ? "undefined" : `a ${typeof value}`}`);
  }
}

function integer(value: bigint, state: State): number | bigint {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  if (!Number.isFinite(number)) throw new Refusal("too large: an integer of more than 300 digits");
  state.big = true;
  return value;
}

function list(value: readonly unknown[], depth: number, state: State): unknown[] {
  deeper(depth);
  // A sparse list of the host's may claim any length.
  if (value.length > LIMITS.values) throw new Refusal(`too large: more than ${LIMITS.values} values`);
  const copied: unknown[] = [];
  for (let i = 0; i < value.length; i++) {
    const item = value[i];
    if (typeof item !== "object" || item === null) {
      if (item === undefined || typeof item === "function" || typeof item === "symbol") state.path.push(i);
      copied.push(copy(item, depth + 1, state));
    } else {
      state.path.push(i);
      copied.push(copy(item, depth + 1, state));
      state.path.pop();
    }
  }
  return copied;
}

function record(value: object, depth: number, state: State): Record<string, unknown> {
  deeper(depth);
  if (!isPlain(value)) throw new Refusal(`expected JSON, got ${instance(value)}`);
  const copied: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    state.path.push(key);
    const item = (value as Readonly<Record<string, unknown>>)[key];
    if (item !== undefined) {
      count(key.length, state);
      setOwn(copied, key, copy(item, depth + 1, state));
    }
    state.path.pop();
  }
  return copied;
}

function count(characters: number, state: State): void {
  state.characters += characters;
  if (state.characters > LIMITS.characters) {
    throw new Refusal(`too large: more than ${LIMITS.characters} characters; pass big files by handle`);
  }
}

function deeper(depth: number): void {
  if (depth >= LIMITS.depth) throw new Refusal(`too large: nested deeper than ${LIMITS.depth} levels, or endless`);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  // The second test lets in objects of another realm, such as those of a test runner.
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}

function instance(value: object): string {
  if (value instanceof Date) return "a Date: give it as a string, such as its toISOString()";
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return "bytes: give them as base64 in a string";
  return "an object of a class: give plain objects and lists";
}
