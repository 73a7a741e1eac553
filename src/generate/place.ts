/** Where a toolkit must not be written: its files would mix with those of the user. */
import { realpathSync } from "node:fs";
import { isAbsolute, parse, relative } from "node:path";
import { isUrl, wayTo } from "./source.js";

/** Why a folder that holds no toolkit yet is no place for one; `undefined`: it is. `documents`: as the user named them. */
export function misplaced(root: string, cwd: string, documents: readonly string[]): string | undefined {
  if (root === parse(root).root) return "it is the root of a disk";
  if (isBelow(relative(root, realpathSync(cwd)))) return "you are in that folder, or below it";
  const own = documents.find((document) => {
    const way = isUrl(document) ? undefined : wayTo(document, cwd, root);
    return way !== undefined && isBelow(way);
  });
  return own === undefined ? undefined : `${own} stands in that folder`;
}

const isBelow = (way: string): boolean => way !== ".." && !/^\.\.[\\/]/.test(way) && !isAbsolute(way);
