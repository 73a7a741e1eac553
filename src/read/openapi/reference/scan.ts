/** The one walk over a file's values: what it refers to, what can be referred to, and whether it keeps to the limits. */
import { ReadFault } from "../../source/fault.js";
import type { JsonObject, JsonValue } from "../document.js";
import type { Limits } from "../limits.js";
import { pointerOf } from "../pointer.js";
import { type Kind, kindBelow } from "./kinds.js";

/** A reference, and the first place where it stands. */
export interface Reference {
  readonly ref: string;
  /** Of the object that holds the `$ref`. */
  readonly pointer: string;
  /** Pointer of the nearest schema around it that has an `$id`; empty: the file. */
  readonly scope: string;
  /** A discriminator's mapping, which may be a name instead. */
  readonly mapping: boolean;
  /** In how many places it stands. */
  count: number;
}

export interface Scan {
  readonly nodes: number;
  readonly members: number;
  readonly longestList: number;
  readonly references: readonly Reference[];
  /** `$id` (or OpenAPI 3.2 `$self`) as written, by the pointer of the schema that has it. */
  readonly ids: ReadonlyMap<string, string>;
  readonly anchors: readonly Anchor[];
  /** Integers in `default`, `enum`, `const` and examples that a JavaScript number may not hold exactly. */
  readonly bigNumbers: readonly string[];
}

export interface Anchor {
  readonly name: string;
  readonly pointer: string;
  readonly scope: string;
}

const MAX_BIG_NUMBERS = 1_000;
const DOLLAR = 36;

/** Throws `ReadFault` where a limit is exceeded; `budget` is what is left of the limit on nodes. */
export function scan(root: JsonValue, limits: Limits, budget: number, start: readonly string[] = []): Scan {
  const path: (string | number)[] = [...start];
  const scopes: string[] = [""];
  const references: Reference[] = [];
  /** Of the present scope, by their texts. */
  let here = new Map<string, Reference>();
  const ids = new Map<string, string>();
  const anchors: Anchor[] = [];
  const bigNumbers: string[] = [];
  const { text: maxText, depth: maxDepth } = limits;
  let nodes = 1;
  let members = 0;
  let longestList = 0;

  const refuse = (message: string): never => {
    throw new ReadFault("LIMIT_EXCEEDED", message, { pointer: pointerOf(path) });
  };
  const scope = (): string => scopes[scopes.length - 1] ?? "";

  function found(ref: string, mapping: boolean): void {
    const known = here.get(ref);
    if (known) known.count += 1;
    else {
      const reference = { ref, pointer: pointerOf(path), scope: scope(), mapping, count: 1 };
      here.set(ref, reference);
      references.push(reference);
    }
  }

  function spend(count: number): void {
    nodes += count;
    if (nodes > budget) refuse(`the document has more than ${limits.nodes} values, counting what YAML aliases repeat`);
  }

  /** `parent`: the kind of what holds the value. */
  function scalar(value: JsonValue, key: string | number, parent: Kind): void {
    if (typeof value === "string") {
      if (value.length > maxText) refuse(`a text has ${value.length} characters; the limit is ${maxText}`);
      if (parent === "mapping") found(value, true);
    } else if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value)) {
      const data = parent === "data" || (typeof key === "string" && kindBelow(parent, key, value) === "data");
      if (data && bigNumbers.length < MAX_BIG_NUMBERS) bigNumbers.push(pointerOf([...path, key]));
    }
  }

  function descend(value: JsonObject | readonly JsonValue[], key: string | number, kind: Kind): void {
    path.push(key);
    if (path.length > maxDepth) refuse(`the document is nested more deeply than ${maxDepth} levels`);
    if (isArray(value)) list(value, kind);
    else object(value, kind);
    path.pop();
  }

  function list(value: readonly JsonValue[], kind: Kind): void {
    if (value.length > longestList) longestList = value.length;
    spend(value.length);
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (typeof item === "object" && item !== null) descend(item, i, kind);
      else if (item !== undefined) scalar(item, i, kind);
    }
  }

  function object(value: JsonObject, kind: Kind): void {
    const keys = Object.keys(value);
    spend(keys.length);
    members += keys.length;
    let refers = false;
    let special = false;
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? "";
      if (key.charCodeAt(0) === DOLLAR) {
        if (key === "$ref") refers = true;
        else special = true;
      }
      if (key.length > maxText) refuse(`a key has ${key.length} characters; the limit is ${maxText}`);
    }
    const outer = here;
    const opens = special && kind === "object" && identity(value);
    if (opens) here = new Map();
    if (refers && kind !== "data" && kind !== "mapping") {
      const ref = value["$ref"];
      if (typeof ref === "string") found(ref, false);
    }
    for (let i = 0; i < keys.length; i++) {
      const key = keys[i] ?? "";
      const child = value[key];
      if (typeof child === "object" && child !== null) descend(child, key, kindBelow(kind, key, child));
      else if (child !== undefined) scalar(child, key, kind);
    }
    if (opens) {
      scopes.pop();
      here = outer;
    }
  }

  function identity(value: JsonObject): boolean {
    const own = (key: string): JsonValue | undefined => (Object.hasOwn(value, key) ? value[key] : undefined);
    // OpenAPI 3.2 `$self` is to the document what `$id` is to a schema.
    const id = own("$id") ?? (path.length === 0 ? own("$self") : undefined);
    const names = [own("$anchor"), own("$dynamicAnchor"), id];
    if (names.every((name) => name === undefined)) return false;
    const pointer = pointerOf(path);
    const opens = typeof id === "string" && !id.startsWith("#");
    if (opens) {
      ids.set(pointer, id);
      scopes.push(pointer);
    }
    for (const name of names) {
      if (typeof name === "string" && !(opens && name === id))
        anchors.push({ name: name.replace(/^#/, ""), pointer, scope: scope() });
    }
    return opens;
  }

  if (typeof root === "object" && root !== null) {
    if (isArray(root)) list(root, "object");
    else object(root, "object");
  }
  return { nodes, members, longestList, references, ids, anchors, bigNumbers };
}

function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
