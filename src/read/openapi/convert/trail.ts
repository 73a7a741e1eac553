/** Which place of a Swagger 2.0 document became which place of the converted one. */
import type { Location } from "../document.js";

export interface Trail {
  /** `to`: pointer in the converted root. */
  add(to: string, from: Location): void;
  /** For diagnostics: where something stands that the converted root has at `pointer`. */
  original(pointer: string): Location | undefined;
  /** For references: where something has gone that stood at `from`. */
  converted(from: Location): string | undefined;
}

export function createTrail(): Trail {
  const back = new Map<string, Location>();
  const forth = new Map<string, string>();
  return {
    add(to, from) {
      back.set(to, from);
      // What is used in several places is as good in the first.
      if (!forth.has(idOf(from))) forth.set(idOf(from), to);
    },
    original(pointer) {
      const [from, rest] = longest(pointer, (prefix) => back.get(prefix));
      return from && { file: from.file, pointer: from.pointer + rest };
    },
    converted({ file, pointer }) {
      const [to, rest] = longest(pointer, (prefix) => forth.get(idOf({ file, pointer: prefix })));
      return to === undefined ? undefined : to + rest;
    },
  };
}

function idOf({ file, pointer }: Location): string {
  return `${file}#${pointer}`;
}

function longest<T>(pointer: string, find: (prefix: string) => T | undefined): readonly [T | undefined, string] {
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf("/"))) {
    const found = find(at);
    if (found !== undefined) return [found, pointer.slice(at.length)];
    if (at === "") return [undefined, pointer];
  }
}
