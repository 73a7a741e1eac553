/** Names of the arguments of one tool: flat side by side, legal everywhere, each leading back to one place on the wire. */
import { argumentName } from "../names/argument.js";
import { shortHash } from "../names/hash.js";

export type ArgumentPlace = "path" | "query" | "header" | "cookie" | "body";

export interface Slot {
  readonly place: ArgumentPlace;
  /** Wire name. */
  readonly name: string;
}

const MAX = 64;

/**
 * One name a slot, in their order. A name that two places share gets each place as a suffix; within one place the
 * legal name stays, and one that had to be changed gets a hash of its wire name. `body`: the whole body is one argument.
 */
export function nameArguments(slots: readonly Slot[], body: boolean): readonly string[] {
  const bases = slots.map(({ name }) => (name === "__proto__" ? `proto_${shortHash(name)}` : argumentName(name)));
  const placesOf = new Map<string, Set<string>>();
  const rivals = new Map<string, number>();
  for (const [i, { place }] of slots.entries()) {
    const base = bases[i] ?? "";
    placesOf.set(base, (placesOf.get(base) ?? new Set()).add(place));
    rivals.set(`${place} ${base}`, (rivals.get(`${place} ${base}`) ?? 0) + 1);
  }
  const wishes = slots.map(({ place, name }, i) => {
    const base = bases[i] ?? "";
    const isChanged = base !== name && (rivals.get(`${place} ${base}`) ?? 0) > 1;
    const own = isChanged ? withEnd(base, shortHash(name)) : base;
    const shared = (placesOf.get(base)?.size ?? 0) > 1 || (body && base === "body");
    return shared ? withEnd(own, place) : own;
  });
  return separate(wishes, slots, body ? ["body"] : []);
}

/** A suffix may hit a name that is there already: who is not so called on the wire gives way. */
function separate(wishes: readonly string[], slots: readonly Slot[], reserved: readonly string[]): readonly string[] {
  const count = new Map<string, number>(reserved.map((name) => [name, 1]));
  for (const name of wishes) count.set(name, (count.get(name) ?? 0) + 1);
  return wishes.map((name, i) => {
    const slot = slots[i];
    if ((count.get(name) ?? 0) < 2 || !slot || (slot.name === name && !reserved.includes(name))) return name;
    return withEnd(name, shortHash(`${slot.place} ${slot.name}`));
  });
}

function withEnd(name: string, end: string): string {
  return `${name.slice(0, MAX - end.length - 1)}_${end}`;
}
