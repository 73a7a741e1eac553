/** One line of `toolgen run` → what it asks for. */
import { parseJson } from "../json/parse.js";
import { nearest } from "../tool/nearest.js";

/** Echoed as it came. */
export type Id = string | number | bigint | boolean | null;

export interface CallRequest {
  readonly kind: "call";
  readonly id: Id;
  readonly name: string;
  /** As given; whether it fits is the registry's to say. */
  readonly args: unknown;
  /** Lines that say how far the call is are wanted before the one with the result. */
  readonly progress: boolean;
  /** Of one logical write: the same key again gives the first result. */
  readonly idempotencyKey?: string;
  /** The hash that `approval_required` gave for exactly this call: a person has approved it. */
  readonly approved?: string;
}

export interface CancelRequest {
  readonly kind: "cancel";
  readonly id: Id;
}

/** Something that is no call; answered with an error line. */
export interface BrokenRequest {
  readonly kind: "broken";
  readonly id: Id;
  readonly name: string;
  readonly message: string;
}

export type SingleRequest = CallRequest | CancelRequest | BrokenRequest;

export type Request = SingleRequest | { readonly kind: "batch"; readonly items: readonly SingleRequest[] };

/** Each call of a batch takes memory from the beginning. */
const MAX_BATCH = 10_000;

export function readRequest(text: string): Request {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return brokenLine(`The line is not JSON: ${cause.message}`);
  }
  if (Array.isArray(value) && value.length > MAX_BATCH)
    return brokenLine(`A batch has at most ${MAX_BATCH} calls, and this has ${value.length}`);
  return Array.isArray(value) ? { kind: "batch", items: value.map(readOne) } : readOne(value);
}

function readOne(value: unknown): SingleRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return brokenLine(`A call is a JSON object, and this is ${nameOf(value)}`);
  }
  const { id, name, args, cancel, progress, idempotencyKey, approved } = fields(value);
  if (!isId(id)) return brokenLine(`"id" is a string or a number, and this is ${nameOf(id)}`, null, name);
  if (cancel === true) return { kind: "cancel", id };
  if (cancel !== undefined) return brokenLine('"cancel" can only be true', id, name);
  const astray = Object.hasOwn(value, "arguments") ? undefined : MISNAMED.find((key) => Object.hasOwn(value, key));
  if (astray !== undefined) return brokenLine(`The arguments stand in "arguments", and this has "${astray}"`, id, name);
  const unknown = strange(value);
  if (unknown !== undefined) return brokenLine(unknown, id, name);
  if (typeof name !== "string") return brokenLine(`"name" is the name of a tool, and this is ${nameOf(name)}`, id);
  if (typeof progress !== "boolean") return brokenLine('"progress" can only be true or false', id, name);
  if (!isText(idempotencyKey)) return brokenLine('"idempotencyKey" can only be a text with something in it', id, name);
  if (!isText(approved)) return brokenLine('"approved" can only be the hash of an approval_required', id, name);
  const said = { ...(idempotencyKey !== undefined && { idempotencyKey }), ...(approved !== undefined && { approved }) };
  return { kind: "call", id, name, args, progress, ...said };
}

/** An empty one is a value that was forgotten: as a key it would be one for all calls. */
const isText = (value: unknown): value is string | undefined =>
  value === undefined || (typeof value === "string" && value !== "");

const KEYS: readonly string[] = ["id", "name", "arguments", "cancel", "progress", "idempotencyKey", "approved"];

/** A key that nobody reads may have been meant to keep a call from being made twice, or at all. */
function strange(value: object): string | undefined {
  const key = Object.keys(value).find((one) => !KEYS.includes(one));
  if (key === undefined) return undefined;
  const [near] = nearest(key, KEYS, 1);
  const name = JSON.stringify(key.slice(0, MAX_QUOTED));
  return near === undefined
    ? `A call has no ${name}; it has ${KEYS.join(", ")}`
    : `A call has no ${name}; "${near}" was meant?`;
}

const MAX_QUOTED = 80;

/** What other protocols call the arguments: a call without them would be another call. */
const MISNAMED: readonly string[] = ["args", "input", "params", "parameters"];

interface Fields {
  readonly id: unknown;
  readonly name: unknown;
  readonly args: unknown;
  readonly cancel: unknown;
  readonly progress: unknown;
  readonly idempotencyKey: unknown;
  readonly approved: unknown;
}

function fields(value: object): Fields {
  const own = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
  return {
    id: own("id") ?? null,
    name: own("name"),
    args: own("arguments") ?? {},
    cancel: own("cancel"),
    progress: own("progress") ?? false,
    idempotencyKey: own("idempotencyKey") ?? undefined,
    approved: own("approved") ?? undefined,
  };
}

function isId(value: unknown): value is Id {
  return value === null || ["string", "number", "bigint", "boolean"].includes(typeof value);
}

export function brokenLine(message: string, id: Id = null, name?: unknown): BrokenRequest {
  return { kind: "broken", id, name: typeof name === "string" ? name : "", message };
}

function nameOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return typeof value === "object" ? "an object" : `a ${typeof value === "bigint" ? "number" : typeof value}`;
}
