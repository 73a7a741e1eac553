/** A folder of one test file, gone at its end, and what stands in it. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

export class Room {
  readonly dir: string = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-write-")));
  #folders = 0;

  constructor() {
    afterAll(() => rmSync(this.dir, { recursive: true, force: true }));
  }

  /** A new, empty folder. */
  folder(): string {
    const path = this.path(`room-${this.#folders++}`);
    mkdirSync(path);
    return path;
  }

  path(name: string): string {
    return join(this.dir, name);
  }
}

export function put(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Text by path, with `/`; links as `→ target`, empty folders as `/`. */
export function tree(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length + 1).replaceAll("\\", "/");
    if (entry.isSymbolicLink()) found[name] = `→ ${readlinkSync(path)}`;
    else if (entry.isFile()) found[name] = readFileSync(path, "utf8");
    else if (readdirSync(path).length === 0) found[`${name}/`] = "";
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)));
}
