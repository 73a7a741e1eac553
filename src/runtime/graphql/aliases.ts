/** Fields that had to have another name in the document get their own back in the answer. */
import { isRecord, setOwn } from "../schema.js";

interface Names {
  /** Response key to the field's own name. */
  readonly renamed: Map<string, string>;
  readonly below: Map<string, Names>;
}

const known = new WeakMap<object, Names>();

/** `aliases`: place by response keys, lists left out, to the field's own name. What has none below it is not copied. */
export function namedBack(data: unknown, aliases: Readonly<Record<string, string>> | undefined): unknown {
  if (aliases === undefined) return data;
  const names = known.get(aliases) ?? namesOf(aliases);
  known.set(aliases, names);
  return rename(data, names);
}

function namesOf(aliases: Readonly<Record<string, string>>): Names {
  const root: Names = { renamed: new Map(), below: new Map() };
  for (const [place, name] of Object.entries(aliases)) {
    const keys = place.split("/").slice(1);
    const last = keys.pop();
    if (last === undefined) continue;
    let at = root;
    for (const key of keys) {
      const next = at.below.get(key) ?? { renamed: new Map(), below: new Map() };
      at.below.set(key, next);
      at = next;
    }
    at.renamed.set(last, name);
  }
  return root;
}

function rename(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((item) => rename(item, names));
  if (!isRecord(value)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const below = names.below.get(key);
    const name = names.renamed.get(key);
    // Both were asked for, and both came: neither may go.
    const free = name !== undefined && !Object.hasOwn(value, name);
    setOwn(copy, free ? name : key, below ? rename(item, below) : item);
  }
  return copy;
}
