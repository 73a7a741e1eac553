/** Names that a provider takes, for those that it does not: cut and marked by a hash, so that they stay the same. */
import { createHash } from "node:crypto";

const HASH = 6;

/** `name`, or as much of it as is legal, and a hash. `longest` counts both. */
export function legalName(name: string, legal: RegExp, longest = 64): string {
  if (legal.test(name)) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH);
  const word = name.replace(/[^A-Za-z0-9_]+/g, "_").replace(/^(?=[0-9])/, "_");
  return `${word.slice(0, longest - HASH - 1) || "_"}_${hash}`;
}

/** A legal key for each, in their order, all different. */
export function legalKeys(keys: readonly string[], legal: RegExp): readonly string[] {
  const taken = new Set(keys.filter((key) => legal.test(key)));
  return keys.map((key) => {
    let name = legalName(key, legal);
    while (name !== key && taken.has(name)) name = legalName(`${name} ${key}`, /^$/);
    taken.add(name);
    return name;
  });
}
