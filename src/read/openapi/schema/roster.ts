/** Which properties an object has, before anything is converted: what is left out decides about `required` elsewhere. */
import { isArgumentName } from "../../names/argument.js";
import type { JsonObject, JsonValue, Node } from "../document.js";
import { isList, isObject, listBelow, objectNode, own } from "./node.js";
import { propertiesOf } from "./properties.js";
import type { Direction, Entry, Reader, Roster, Target } from "./scope.js";

interface Links extends Pick<Reader, "find"> {
  isShallow(target: Target): boolean;
}

interface Access {
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

const MAX_DEPTH = 300;
const EMPTY: Roster = { entries: new Map(), required: new Set(), closed: false };
const OPEN: Access = { readOnly: false, writeOnly: false };

export interface Rosters {
  of(node: Node): Roster;
  /** Whether all properties are shown under their own names both ways, as nearly always. Makes nothing. */
  isPlain(node: Node<JsonObject>): boolean;
}

export function createRosters(links: Links): Rosters {
  const known = new Map<string, Roster>();
  const access = createAccess(links);
  let depth = 0;

  function ofTarget(target: Target): Roster {
    const found = known.get(target.key);
    if (found) return found;
    if (depth > MAX_DEPTH) return EMPTY;
    // A loop adds nothing to itself.
    known.set(target.key, EMPTY);
    const roster = of(target.node);
    known.set(target.key, roster);
    return roster;
  }

  function of(given: Node): Roster {
    const node = objectNode(given);
    if (!node || depth > MAX_DEPTH) return EMPTY;
    depth += 1;
    const parts: Roster[] = [];
    const ref = own(node.value, "$ref");
    const target = typeof ref === "string" ? links.find(ref, node.at) : undefined;
    // What is too deep to be merged speaks for itself.
    if (target && links.isShallow(target)) parts.push(ofTarget(target));
    for (const member of listBelow(node, "allOf")) parts.push(of(member));
    depth -= 1;
    const entries = propertiesOf(node, links).map(
      ([name, property]) => [name, { node: property, ...access(property) }] as const,
    );
    const mine: Roster = {
      entries: new Map(entries),
      required: new Set(names(own(node.value, "required"))),
      closed: own(node.value, "additionalProperties") === false,
    };
    const [part] = parts;
    if (!part) return mine;
    // A reference with words is what it refers to.
    const addsNothing = mine.entries.size === 0 && mine.required.size === 0 && !mine.closed;
    return addsNothing && parts.length === 1 ? part : join([...parts, mine]);
  }

  function isPlain(node: Node<JsonObject>): boolean {
    const { properties, $ref: ref, allOf, anyOf, oneOf } = node.value;
    if (ref || allOf || anyOf || oneOf) return false;
    if (!isObject(properties)) return true;
    for (const name of Object.keys(properties)) {
      const value = properties[name];
      if (value === undefined || !isArgumentName(name) || typeof value === "string") return false;
      const { readOnly, writeOnly } = access({ value, at: node.at });
      if (readOnly || writeOnly) return false;
    }
    return true;
  }
  return { of, isPlain };
}

function names(value: JsonValue | undefined): readonly string[] {
  return isList(value) ? value.filter((name) => typeof name === "string") : [];
}

function join(parts: readonly Roster[]): Roster {
  const entries = new Map<string, Entry>();
  for (const [name, entry] of parts.flatMap((part) => [...part.entries])) {
    const before = entries.get(name);
    entries.set(name, {
      node: entry.node,
      readOnly: entry.readOnly || before?.readOnly === true,
      writeOnly: entry.writeOnly || before?.writeOnly === true,
    });
  }
  return {
    entries,
    required: new Set(parts.flatMap((part) => [...part.required])),
    closed: parts.some((part) => part.closed),
  };
}

/** OpenAPI `readOnly` and `writeOnly` of a property: its own, or of what it refers to or is made of. */
function createAccess(links: Links): (node: Node) => Access {
  const known = new Map<string, Access>();

  function of(start: Node): Access {
    const seen = new Set<string>();
    const queue: Node[] = [start];
    let [readOnly, writeOnly] = [false, false];
    for (let node = queue.pop(); node; node = queue.pop()) {
      const at = objectNode(node);
      if (!at) continue;
      readOnly ||= own(at.value, "readOnly") === true;
      writeOnly ||= own(at.value, "writeOnly") === true;
      queue.push(...listBelow(at, "allOf"));
      const ref = own(at.value, "$ref");
      const target = typeof ref === "string" ? links.find(ref, at.at) : undefined;
      if (target && !seen.has(target.key)) {
        seen.add(target.key);
        queue.push(target.node);
      }
    }
    // Both contradict each other: what is asked for and never shown is the safe reading.
    return readOnly || writeOnly ? { readOnly: readOnly && !writeOnly, writeOnly } : OPEN;
  }

  return (node) => {
    const value = node.value;
    if (!isObject(value)) return OPEN;
    // Keywords are looked up directly here: this runs for every property, and no prototype has such a key.
    const { $ref: ref, readOnly, writeOnly, allOf } = value;
    if (typeof ref !== "string") return readOnly || writeOnly || allOf ? of(node) : OPEN;
    if (Object.keys(value).length > 1) return of(node);
    const target = links.find(ref, node.at);
    if (!target) return OPEN;
    const access = known.get(target.key) ?? of(target.node);
    known.set(target.key, access);
    return access;
  };
}

/** The wire names that one direction does not show. */
export function hiddenIn(roster: Roster, direction: Direction): readonly string[] {
  const hidden: string[] = [];
  for (const [name, entry] of roster.entries) {
    if (direction === "input" ? entry.readOnly : entry.writeOnly) hidden.push(name);
  }
  return hidden;
}

export function hasAccess(roster: Roster): boolean {
  for (const entry of roster.entries.values()) if (entry.readOnly || entry.writeOnly) return true;
  return false;
}
