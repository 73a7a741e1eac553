import type { JsonSchema } from "../../tool/json-schema.js";
import { MAX_DEPTH, startOf, stringLength } from "./measure.js";
import { entryTest, isContainer, type Kept, type Members, objectOf, requiredKeys } from "./members.js";
import { keptOf, leftOut, memberOf } from "./note.js";
import type { Rules, Views } from "./rules.js";
import { type Claimant, compare, shareOut, sumOf } from "./share.js";
import { Sizes } from "./sizes.js";

/** Where in the result we are. */
interface Place {
  readonly path: string;
  readonly depth: number;
}

const ELLIPSIS = "…";
const ROOT: Place = { path: "", depth: 0 };

/**
 * Cuts a JSON value to a length, so that it still fits its schema: from the end of arrays and maps first, then inside
 * of long strings, then optional properties as a whole. What is small stays whole; what is big shares the room that
 * remains. Looks at little more of the value than it can keep.
 */
export class Fitter {
  /** What was left out, in words. */
  readonly notes: string[] = [];
  readonly #sizes: Sizes;

  constructor(schema: JsonSchema | undefined) {
    this.#sizes = new Sizes(schema);
  }

  /** `undefined`: nothing of it can be kept in that room. */
  fit(value: unknown, views: Views, room: number, place: Place = ROOT): Kept | undefined {
    const whole = this.#sizes.lengthOf(value, room, place.depth);
    if (whole <= room) return { value, length: whole };
    const rules = this.#sizes.rules(views, value);
    if (typeof value === "string") return rules.divisible ? this.#string(value, room, place) : undefined;
    if (rules.rigid || !isContainer(value)) return undefined;
    if (place.depth >= MAX_DEPTH) return this.#empty(value, rules, room, place);
    return Array.isArray(value) ? this.#array(value, rules, room, place) : this.#object(value, rules, room, place);
  }

  /** Deeper than that nothing is shown. */
  #empty(value: object, rules: Rules, room: number, { path }: Place): Kept | undefined {
    if (room < 2 || this.#sizes.leastParts(value, rules, room, MAX_DEPTH) > 2) return undefined;
    const empty = Array.isArray(value) ? [] : {};
    this.notes.push(`${path}: nested too deeply to show`);
    return { value: empty, length: 2 };
  }

  #string(text: string, room: number, { path }: Place): Kept | undefined {
    if (room < 3) return undefined;
    const start = startOf(text, room - ELLIPSIS.length);
    this.notes.push(keptOf(path || "text", start.length, text.length, "characters"));
    return { value: start + ELLIPSIS, length: stringLength(start) + ELLIPSIS.length };
  }

  #array(list: readonly unknown[], rules: Rules, room: number, place: Place): Kept | undefined {
    const wanted = Math.min(rules.minItems, list.length);
    const { count, length } = this.#wholeItems(list, room, place.depth);
    if (count >= Math.max(wanted, 1)) {
      this.notes.push(keptOf(place.path || "list", count, list.length));
      return { value: list.slice(0, count), length };
    }
    const cut = this.#firstItems(list, Math.max(wanted, 1), rules, room, place);
    if (cut || wanted > 0 || room < 2) return cut;
    this.notes.push(keptOf(place.path || "list", 0, list.length));
    return { value: [], length: 2 };
  }

  /** How many items from the start have room as they are. */
  #wholeItems(list: readonly unknown[], room: number, depth: number): { count: number; length: number } {
    let length = 2;
    let count = 0;
    for (; count < list.length; count++) {
      const comma = count > 0 ? 1 : 0;
      const item = comma + this.#sizes.lengthOf(list[count], room - length - comma, depth + 1);
      if (length + item > room) break;
      length += item;
    }
    return { count, length };
  }

  /** As many items as there have to be, each cut to its share. */
  #firstItems(list: readonly unknown[], count: number, rules: Rules, room: number, place: Place): Kept | undefined {
    const kept = new Map<string, Kept>();
    const claimants = list
      .slice(0, count)
      .map((item, i) => this.#claimant(`${i}`, item, rules.item(i), 1, room, kept, memberPlace(place, `[${i}]`)));
    const before = this.notes.length;
    // One bracket more than there are commas.
    if (sumOf(claimants) > room - 1 || !shareOut(claimants, room - 1)) {
      this.notes.length = before;
      return undefined;
    }
    if (count < list.length) this.notes.push(keptOf(place.path || "list", count, list.length));
    const items = [...Array(count).keys()].map((i) => kept.get(`${i}`));
    return {
      value: items.map((item) => item?.value),
      length: items.reduce((sum, item) => sum + 1 + (item?.length ?? 0), 1),
    };
  }

  #object(members: Members, rules: Rules, room: number, place: Place): Kept | undefined {
    if (room < 2) return undefined;
    const keys = Object.keys(members);
    const required = requiredKeys(keys, rules);
    const isEntry = entryTest(keys, required, rules);
    const kept = new Map<string, Kept>();
    const claim = (key: string): Claimant => {
      const head = stringLength(key) + 2;
      return this.#claimant(key, members[key], rules.property(key), head, room, kept, placeOf(place, key));
    };
    // One brace more than there are commas.
    const space = room - 1;
    const must = [...required].map(claim);
    let needed = sumOf(must);
    if (needed > space) return undefined;
    const chosen: Claimant[] = [];
    const optional = keys
      .filter((key) => !required.has(key) && !isEntry(key))
      .map((key) => ({ key, claimant: claim(key) }));
    for (const { claimant } of optional.toSorted((a, b) => compare(a.claimant.least, b.claimant.least))) {
      if (needed + claimant.least > space) break;
      needed += claimant.least;
      chosen.push(claimant);
    }
    const entries = keys.filter(isEntry);
    const map = this.#entries(members, entries, rules, room, place, kept);
    const before = this.notes.length;
    if (!shareOut([...must, ...chosen, ...map], space)) {
      this.notes.length = before;
      return undefined;
    }
    const dropped = optional.map(({ key }) => key).filter((key) => !kept.has(key));
    if (dropped.length > 0) this.notes.push(leftOut(place.path, dropped));
    return objectOf(keys, kept);
  }

  /** The entries of a map claim their room together: as many as have room as they are, from the first. */
  #entries(
    members: Members,
    keys: readonly string[],
    rules: Rules,
    room: number,
    place: Place,
    kept: Map<string, Kept>,
  ): readonly Claimant[] {
    if (keys.length === 0) return [];
    const take = (share: number): number => {
      let used = 0;
      let count = 0;
      for (const key of keys) {
        const head = stringLength(key) + 2;
        const left = share - used - head;
        const length = this.#sizes.lengthOf(members[key], left, place.depth + 1);
        // The first one alone may be too big: then a part of it is better than nothing.
        const entry =
          length <= left
            ? { value: members[key], length }
            : count === 0 && left > 0
              ? this.fit(members[key], rules.property(key), left, placeOf(place, key))
              : undefined;
        if (!entry) break;
        kept.set(key, entry);
        used += head + entry.length;
        count++;
        if (length > left) break;
      }
      if (count < keys.length) this.notes.push(keptOf(place.path || "map", count, keys.length, "entries"));
      return used;
    };
    let whole = 0;
    for (const key of keys) {
      whole += stringLength(key) + 2 + this.#sizes.lengthOf(members[key], room - whole, place.depth + 1);
      if (whole > room) break;
    }
    return [{ least: 0, whole: whole > room ? Number.POSITIVE_INFINITY : whole, take }];
  }

  #claimant(
    key: string,
    value: unknown,
    views: Views,
    head: number,
    room: number,
    into: Map<string, Kept>,
    place: Place,
  ): Claimant {
    return {
      least: head + this.#sizes.leastOf(value, views, room, place.depth),
      whole: head + this.#sizes.lengthOf(value, room, place.depth),
      take: (share) => {
        const part = this.fit(value, views, share - head, place);
        if (part) into.set(key, part);
        return part && head + part.length;
      },
    };
  }
}

const memberPlace = ({ path, depth }: Place, step: string): Place => ({ path: path + step, depth: depth + 1 });
const placeOf = ({ path, depth }: Place, key: string): Place => ({ path: memberOf(path, key), depth: depth + 1 });
