/** One line of `toolgen run` → what it asks for. */
import { parseJson } from "../json/parse.js";

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

export function readRequest(text: string): Request {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    return brokenLine(`The line is not JSON: ${cause.message}`);
  }
  return Array.isArray(value) ? { kind: "batch", items: value.map(readOne) } : readOne(value);
}

function readOne(value: unknown): SingleRequest {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return brokenLine(`A call is a JSON object, and this is ${nameOf(value)}`);
  }
  const { id, name, args, cancel, progress } = fields(value);
  if (!isId(id)) return brokenLine(`"id" is a string or a number, and this is ${nameOf(id)}`, null, name);
  if (cancel === true) return { kind: "cancel", id };
  if (cancel !== undefined) return brokenLine('"cancel" can only be true', id, name);
  const astray = Object.hasOwn(value, "arguments") ? undefined : MISNAMED.find((key) => Object.hasOwn(value, key));
  if (astray !== undefined) return brokenLine(`The arguments stand in "arguments", and this has "${astray}"`, id, name);
  if (typeof name !== "string") return brokenLine(`"name" is the name of a tool, and this is ${nameOf(name)}`, id);
  if (typeof progress !== "boolean") return brokenLine('"progress" can only be true or false', id, name);
  return { kind: "call", id, name, args, progress };
}

/** What other protocols call the arguments: a call without them would be another call. */
const MISNAMED: readonly string[] = ["args", "input", "params", "parameters"];

interface Fields {
  readonly id: unknown;
  readonly name: unknown;
  readonly args: unknown;
  readonly cancel: unknown;
  readonly progress: unknown;
}

function fields(value: object): Fields {
  const own = (key: string): unknown => Object.getOwnPropertyDescriptor(value, key)?.value;
  return {
    id: own("id") ?? null,
    name: own("name"),
    args: own("arguments") ?? {},
    cancel: own("cancel"),
    progress: own("progress") ?? false,
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
