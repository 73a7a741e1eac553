/** The one walk over a file's values: what it refers to, what can be referred to, and whether it keeps to the limits. */
import type { JsonObject, JsonValue } from "../document.js";
import { ReadFault } from "../fault.js";
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

/** Throws `ReadFault` where a limit is exceeded; `budget` is what is left of the limit on nodes. */
export function scan(root: JsonValue, limits: Limits, budget: number, start: readonly string[] = []): Scan {
  const path: (string | number)[] = [...start];
  const scopes: string[] = [""];
  const references = new Map<string, Reference>();
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
  const scope = (): string => scopes.at(-1) ?? "";

  function found(ref: string, mapping: boolean): void {
    const key = `${scope()}\n${ref}`;
    const known = references.get(key);
    if (known) known.count += 1;
    else references.set(key, { ref, pointer: pointerOf(path), scope: scope(), mapping, count: 1 });
  }

  function scalar(value: string | number | boolean | null, kind: Kind): void {
    if (typeof value === "string") {
      if (value.length > maxText) refuse(`a text has ${value.length} characters; the limit is ${maxText}`);
      if (kind === "mapping") found(value, true);
    } else if (
      kind === "data" &&
      typeof value === "number" &&
      Number.isInteger(value) &&
      !Number.isSafeInteger(value)
    ) {
      if (bigNumbers.length < MAX_BIG_NUMBERS) bigNumbers.push(pointerOf(path));
    }
  }

  function below(value: JsonValue, key: string | number, kind: Kind): void {
    path.push(key);
    if (typeof value === "object" && value !== null) container(value, kind);
    else scalar(value, kind);
    path.pop();
  }

  function list(value: readonly JsonValue[], kind: Kind): void {
    if (value.length > longestList) longestList = value.length;
    spend(value.length);
    for (let i = 0; i < value.length; i++) {
      const item = value[i];
      if (item !== undefined) below(item, i, kind);
    }
  }

  function spend(count: number): void {
    nodes += count;
    if (nodes > budget) refuse(`the document has more than ${limits.nodes} values, counting what YAML aliases repeat`);
  }

  function identity(value: JsonObject): boolean {
    const anchor = value["$anchor"] ?? value["$dynamicAnchor"];
    const id = value["$id"] ?? (path.length === 0 ? value["$self"] : undefined);
    const opens = typeof id === "string" && !id.startsWith("#") && (Object.hasOwn(value, "$id") || path.length === 0);
    if (opens) {
      const pointer = pointerOf(path);
      ids.set(pointer, id);
      scopes.push(pointer);
    }
    if (typeof anchor === "string") anchors.push({ name: anchor, pointer: pointerOf(path), scope: scope() });
    else if (typeof id === "string" && id.startsWith("#")) {
      anchors.push({ name: id.slice(1), pointer: pointerOf(path), scope: scope() });
    }
    return opens;
  }

  function container(value: JsonObject | readonly JsonValue[], kind: Kind): void {
    if (path.length > maxDepth) refuse(`the document is nested more deeply than ${maxDepth} levels`);
    if (isArray(value)) {
      list(value, kind);
      return;
    }
    const keys = Object.keys(value);
    spend(keys.length);
    members += keys.length;
    const opens = kind === "object" && identity(value);
    if (kind !== "data" && kind !== "mapping") {
      const ref = value["$ref"];
      if (typeof ref === "string" && Object.hasOwn(value, "$ref")) found(ref, false);
    }
    for (const key of keys) {
      const child = value[key];
      if (key.length > maxText) refuse(`a key has ${key.length} characters; the limit is ${maxText}`);
      if (child !== undefined) below(child, key, mappingOr(kind, key, child));
    }
    if (opens) scopes.pop();
  }

  if (typeof root === "object" && root !== null) container(root, "object");
  return { nodes, members, longestList, references: [...references.values()], ids, anchors, bigNumbers };
}

// A mapping's own values are texts; what is below a mapping that is none is data.
function mappingOr(kind: Kind, key: string, child: JsonValue): Kind {
  return kind === "mapping" && typeof child === "string" ? "mapping" : kindBelow(kind, key, child);
}

function isArray(value: JsonObject | readonly JsonValue[]): value is readonly JsonValue[] {
  return Array.isArray(value);
}
