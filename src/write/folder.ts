/** A folder that files are written to, and nothing beside it: paths are checked, links are not followed. */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Something stands in the way that must not be touched. */
export class WriteRefused extends Error {
  /** Relative to the folder; empty: the folder itself. */
  readonly path: string;

  constructor(message: string, path: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}

export interface FileText {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** The name of a folder that files are prepared in, behind its first part: `.toolgen` inside, `.<name>` beside. */
const UNFINISHED = /^\.[0-9a-f]{12}\.tmp$/;
/** No run takes so long between its first file and its last. */
const ABANDONED_MS = 60_000;

const SEGMENT = /^(?!\.{1,2}$)[A-Za-z0-9_.-]+$/;

export class OutputFolder {
  /** Absolute, without links in it. */
  readonly root: string;
  readonly #checked = new Set<string>();

  constructor(path: string) {
    this.root = realFolder(resolve(path));
  }

  get exists(): boolean {
    return existsSync(this.root);
  }

  /** Text of a file; `undefined` where there is none. */
  read(path: string): string | undefined {
    const file = this.#locate(path);
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (!stat) return undefined;
    if (!stat.isFile()) throw new WriteRefused(`${path} is no plain file`, path);
    const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      return readFileSync(handle, "utf8");
    } finally {
      closeSync(handle);
    }
  }

  /**
   * Replaces files, then removes some, then replaces the last ones. Every text is on the disk before the first file is
   * touched, and what was there is kept until the last one is: where anything fails, all is put back as it was. Each
   * file is the old or the new one at any moment.
   */
  update(files: readonly FileText[], removed: readonly string[], last: readonly FileText[]): void {
    const aside = join(this.root, temporaryName("toolgen"));
    const fresh = join(aside, "new");
    const kept = join(aside, "old");
    const touched: string[] = [];
    const replace = ({ path }: FileText): void => {
      const file = this.#locate(path);
      touched.push(path);
      mkdirSync(dirname(file), { recursive: true });
      renameSync(join(fresh, path), file);
    };
    try {
      mkdirSync(aside);
      fill(fresh, [...files, ...last]);
      for (const path of [...[...files, ...last].map((file) => file.path), ...removed]) this.#keep(path, kept);
      files.forEach(replace);
      for (const path of removed) {
        touched.push(path);
        this.#remove(path);
      }
      last.forEach(replace);
    } catch (cause) {
      for (const path of touched.reverse()) this.#putBack(path, kept);
      throw cause;
    } finally {
      rmSync(aside, { recursive: true, force: true });
    }
  }

  #keep(path: string, kept: string): void {
    const file = this.#locate(path);
    if (!existsSync(file)) return;
    mkdirSync(dirname(join(kept, path)), { recursive: true });
    copyFileSync(file, join(kept, path));
  }

  #putBack(path: string, kept: string): void {
    const file = join(this.root, path);
    if (existsSync(join(kept, path))) {
      mkdirSync(dirname(file), { recursive: true });
      renameSync(join(kept, path), file);
    } else {
      rmSync(file, { force: true });
      this.#removeEmpty(dirname(path));
    }
  }

  /** What updates that never ended, or have not yet, left in the folder: in `new` what they had still to put in place. */
  get unfinished(): readonly string[] {
    if (!this.exists) return [];
    return unfinishedIn(this.root, ".toolgen");
  }

  /** Removes what was left, in the folder and beside it, so long ago that whoever left it is gone. */
  sweep(): void {
    removeAbandoned(this.root, ".toolgen");
    removeAbandoned(dirname(this.root), `.${basename(this.root)}`);
  }

  /** All files of a folder that is not there yet: it appears whole, or not at all. */
  create(files: readonly FileText[]): void {
    const aside = join(dirname(this.root), temporaryName(basename(this.root)));
    mkdirSync(dirname(this.root), { recursive: true });
    try {
      fill(aside, files);
      renameSync(aside, this.root);
    } catch (cause) {
      rmSync(aside, { recursive: true, force: true });
      throw cause;
    }
  }

  /** A file, and folders that are empty then. */
  #remove(path: string): void {
    unlinkSync(this.#locate(path));
    this.#removeEmpty(dirname(path));
  }

  #removeEmpty(start: string): void {
    for (let folder = start; folder !== "."; folder = dirname(folder)) {
      try {
        rmdirSync(join(this.root, folder));
      } catch (cause) {
        // Not empty: someone else's files are in it.
        if (cause instanceof Error) return;
        throw cause;
      }
    }
  }

  #locate(path: string): string {
    checkPath(path);
    const folder = dirname(path);
    if (!this.#checked.has(folder)) {
      let at = this.root;
      for (const part of folder === "." ? [] : folder.split("/")) {
        at = join(at, part);
        const stat = lstatSync(at, { throwIfNoEntry: false });
        if (stat && !stat.isDirectory()) throw new WriteRefused(`${folder} is a link or a file, not a folder`, path);
      }
      this.#checked.add(folder);
    }
    return join(this.root, path);
  }
}

function unfinishedIn(folder: string, prefix: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name.startsWith(prefix) && UNFINISHED.test(name.slice(prefix.length)))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

function removeAbandoned(folder: string, prefix: string): void {
  try {
    for (const name of unfinishedIn(folder, prefix)) {
      const path = join(folder, name);
      // Another run may finish with its own meanwhile.
      const stat = lstatSync(path, { throwIfNoEntry: false });
      if (stat && Date.now() - stat.mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
    }
  } catch (cause) {
    // A folder that may not be listed, or what another user left: it does no harm, and all is written.
    if (!(cause instanceof Error && "code" in cause)) throw cause;
  }
}

const temporaryName = (name: string): string => `.${name}.${randomBytes(6).toString("hex")}.tmp`;

/** A new folder with these files in it. */
function fill(folder: string, files: readonly FileText[]): void {
  mkdirSync(folder);
  const made = new Set<string>();
  for (const { path, text } of files) {
    checkPath(path);
    const file = join(folder, path);
    if (!made.has(dirname(file))) mkdirSync(dirname(file), { recursive: true });
    made.add(dirname(file));
    writeFileSync(file, text, { flag: "wx" });
  }
}

function checkPath(path: string): void {
  if (!path.split("/").every((part) => SEGMENT.test(part)))
    throw new WriteRefused(`${JSON.stringify(path)} is no path of a toolkit`, path);
}

/** The folder's own place: whatever links lead to it are the user's, links below it are not followed. */
function realFolder(path: string): string {
  if (path.includes("\0")) throw new WriteRefused("its name is none that a folder can have", "");
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat) {
    const real = realpathSync(path);
    if (!lstatSync(real).isDirectory()) throw new WriteRefused("it is a file, not a folder", "");
    return real;
  }
  const parent = dirname(path);
  return parent === path ? path : join(realFolder(parent), basename(path));
}
