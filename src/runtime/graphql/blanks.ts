/** Null in the places of fields that were left out: what GraphQL itself gives in place of a field that failed. */
import type { GraphqlPlan } from "../../tool/types.js";
import { isRecord, setOwn } from "../schema.js";

/** `places`: as of `Refused`; those in fragments that are shared are passed over. `data`: a result, names given back. */
export function withBlanks(data: unknown, places: readonly string[], { field, aliases = {} }: GraphqlPlan): unknown {
  return places.reduce((filled, place) => {
    const parts = place.includes(": ") ? [] : place.split(".");
    const below = field === undefined ? parts : parts.slice(1);
    return below.length === 0 ? filled : fill(filled, below, "", aliases);
  }, data);
}

/** `at`: by response keys, as aliases have it. */
function fill(
  value: unknown,
  [part = "", ...rest]: readonly string[],
  at: string,
  aliases: Readonly<Record<string, string>>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => fill(item, [part, ...rest], at, aliases));
  if (!isRecord(value)) return value;
  if (part.startsWith("on ")) {
    // Of an object whose type is not known nothing can be said.
    return value["__typename"] === part.slice(3) ? fill(value, rest, at, aliases) : value;
  }
  const place = `${at}/${part}`;
  const name = Object.hasOwn(aliases, place) ? (aliases[place] ?? part) : part;
  if (rest.length === 0 ? Object.hasOwn(value, name) : !Object.hasOwn(value, name)) return value;
  const copy: Record<string, unknown> = { ...value };
  setOwn(copy, name, rest.length === 0 ? null : fill(value[name], rest, place, aliases));
  return copy;
}
