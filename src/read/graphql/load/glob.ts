/** Globs over files: links are not followed, and what no one writes by hand is passed over. */
import { readdirSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import picomatch from "picomatch";
import { ReadFault } from "../../source/fault.js";
import { reasonOf } from "../../source/file.js";

const PASSED_OVER: ReadonlySet<string> = new Set(["node_modules", ".git"]);
/** Entries looked at, whatever matches. */
const MOST = 200_000;

/** A name that is a file is no pattern, whatever characters it has. */
export function isGlob(name: string, cwd: string): boolean {
  return picomatch.scan(name).isGlob && !statSync(resolve(cwd, name), { throwIfNoEntry: false })?.isFile();
}

/** Paths relative to `cwd`, with `/`, sorted; at least one. Throws `ReadFault`. */
export function expandGlob(pattern: string, cwd: string): readonly string[] {
  const { base, glob, negated } = picomatch.scan(pattern);
  if (negated) throw new ReadFault("FILE_UNREADABLE", "a pattern says what is meant, not what is not");
  const matches = picomatch(glob);
  const folder = resolve(cwd, base);
  const found: string[] = [];
  const open = [folder];
  let seen = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next, next === folder)) {
      if (++seen > MOST) throw new ReadFault("LIMIT_EXCEEDED", `more than ${MOST} files and folders to look through`);
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!PASSED_OVER.has(entry.name)) open.push(path);
      } else if (entry.isFile() && matches(slashed(relative(folder, path)))) {
        found.push(slashed(relative(cwd, path)));
      }
    }
  }
  if (found.length === 0) throw new ReadFault("FILE_UNREADABLE", "it matches no file");
  return found.sort();
}

function entriesOf(folder: string, isFirst: boolean): ReturnType<typeof list> {
  try {
    return list(folder);
  } catch (cause) {
    // What cannot be looked into has nothing that could be meant; only the pattern's own folder has to be there.
    if (!isFirst && cause instanceof Error) return [];
    throw new ReadFault("FILE_UNREADABLE", reasonOf(cause), {}, cause);
  }
}

const list = (folder: string) => readdirSync(folder, { withFileTypes: true });

const slashed = (path: string): string => path.split(sep).join("/");
