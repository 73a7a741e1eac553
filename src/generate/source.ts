/** Where a toolkit's document is, as its manifest remembers it. */
import { realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";

export const isUrl = (spec: string): boolean => /^https?:\/\//i.test(spec);

export const slashed = (path: string): string => path.split(sep).join("/");

/** A URL without user, query and fragment. */
export function openPart(spec: string): string {
  if (!isUrl(spec) || !URL.canParse(spec)) return spec;
  const { origin, pathname } = new URL(spec);
  return `${origin}${pathname}`;
}

/** The way from the toolkit to its document: the same on every machine that has the project. Undefined: standard input. */
export function wayTo(spec: string, cwd: string, root: string): string | undefined {
  if (spec === "-") return undefined;
  if (isUrl(spec)) return openPart(spec);
  // As the folder's own place is: links that lead to either are of this machine.
  const file = resolve(cwd, spec);
  return slashed(relative(root, join(realFolder(dirname(file)), basename(file))));
}

/** Globs have folders that are not there. */
function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch (cause) {
    const parent = dirname(path);
    if (!(cause instanceof Error) || parent === path) throw cause;
    return join(realFolder(parent), basename(path));
  }
}

/** The way back, as seen from `cwd`. */
export function wayFrom(spec: string, cwd: string, root: string): string {
  return isUrl(spec) ? spec : slashed(relative(cwd, resolve(root, spec))) || spec;
}
