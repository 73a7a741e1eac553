/** JSON Schema 2020-12, sections 8.2 and 9: schemas that name themselves with `$id` and `$anchor`. */
import type { Location } from "../document.js";
import type { Anchor } from "./scan.js";

export interface Identified {
  /** Of the file: its URL, or one made of its key. */
  readonly base: string;
  readonly ids: ReadonlyMap<string, string>;
  readonly anchors: readonly Anchor[];
}

export interface Identities {
  /** Pointer of the nearest schema around a place that has an `$id`; empty: the file. */
  scopeOf(at: Location): string;
  /** The schema that an absolute or relative URI (without fragment) names by its `$id`. */
  find(uri: string, scope: Location): Location | undefined;
  /** Pointer of an anchor in the resource at `base`; in other resources of the file where that has none. */
  anchor(name: string, base: Location): string | undefined;
}

export function createIdentities(files: ReadonlyMap<string, Identified>): Identities {
  /** Absolute URI to schema; of equal ones the first counts. */
  const schemas = new Map<string, Location>();
  /** Base URI of each scope, by file and pointer. */
  const bases = new Map<string, Map<string, string>>();

  for (const [file, { base, ids }] of files) {
    const own = new Map([["", base]]);
    bases.set(file, own);
    // The scan goes from the outside in, so what stands around a scope comes before it.
    for (const [pointer, id] of ids) {
      const around = own.get(nearest(own, pointer)) ?? base;
      const uri = absolute(id, around);
      if (uri === undefined) continue;
      own.set(pointer, uri);
      if (!schemas.has(uri)) schemas.set(uri, { file, pointer });
    }
  }

  return {
    scopeOf({ file, pointer }) {
      const own = bases.get(file);
      return own === undefined || own.size === 1 ? "" : nearest(own, pointer);
    },
    find(uri, scope) {
      if (schemas.size === 0) return undefined;
      const base = bases.get(scope.file)?.get(scope.pointer);
      const full = absolute(uri, base);
      return full === undefined ? undefined : schemas.get(full);
    },
    anchor(name, base) {
      const all = (files.get(base.file)?.anchors ?? []).filter((a) => a.name === name);
      return (all.find((a) => a.scope === base.pointer) ?? all[0])?.pointer;
    },
  };
}

function nearest(scopes: ReadonlyMap<string, string>, pointer: string): string {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (scopes.has(at)) return at;
  }
  return "";
}

function absolute(uri: string, base: string | undefined): string | undefined {
  if (!URL.canParse(uri, base)) return undefined;
  const url = new URL(uri, base);
  url.hash = "";
  return url.href;
}
