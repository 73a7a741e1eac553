import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Folders of one test file, gone at its end. */
export class Folder {
  readonly #made: string[] = [];

  make(files: Readonly<Record<string, string>>): string {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), "toolgen-graphql-")));
    this.#made.push(dir);
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(dir, name)), { recursive: true });
      writeFileSync(join(dir, name), text);
    }
    return dir;
  }

  link(target: string, path: string): void {
    symlinkSync(target, path);
  }

  clear(): void {
    for (const dir of this.#made) rmSync(dir, { recursive: true, force: true });
  }
}
