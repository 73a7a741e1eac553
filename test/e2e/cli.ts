/** The program as users run it: built, in a process of its own, in a folder of its own. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const ROOT = join(import.meta.dirname, "../..");
export const MAIN: string = join(ROOT, "dist/cli/main.js");
const LOCK = join(ROOT, "node_modules/.toolgen-e2e-build");

/** Builds `dist` where it is missing or older than the source. Test files that start at the same time build once. */
export async function build(): Promise<void> {
  while (isStale()) {
    try {
      mkdirSync(LOCK);
    } catch {
      // Another one builds; what a killed run left behind does not hold for ever.
      const since = statSync(LOCK, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
      if (Date.now() - since > 120_000) rmdirSync(LOCK);
      await sleep(200);
      continue;
    }
    try {
      const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
      const { stdout } = spawnSync(process.execPath, [tsc, "-p", "tsconfig.build.json"], {
        cwd: ROOT,
        encoding: "utf8",
      });
      // Wrong types are told by another check; what counts here is that there is something to run.
      if (isStale()) throw new Error(`The build failed:\n${stdout}`);
    } finally {
      rmdirSync(LOCK);
    }
  }
}

function isStale(): boolean {
  const time = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".d.ts"))
    .some((file) => time(join(ROOT, "src", file)) > time(join(ROOT, "dist", file.replace(/\.ts$/, ".js"))));
}

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<Ended>;
}

export interface Settings {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: readonly string[];
}

/** A folder of one test, gone at its end. */
export class Sandbox {
  readonly dir: string = mkdtempSync(join(tmpdir(), "toolgen-e2e-"));

  put(file: string, text: string): void {
    mkdirSync(dirname(join(this.dir, file)), { recursive: true });
    writeFileSync(join(this.dir, file), text);
  }

  /** One of the documents of this repository. */
  copySpec(name: string): void {
    copyFileSync(join(ROOT, "specs", name), join(this.dir, name));
  }

  has(file: string): boolean {
    return existsSync(join(this.dir, file));
  }

  /** The input stays open. */
  start(words: readonly string[], { env = {}, node = [] }: Settings = {}): Running {
    const child = spawn(process.execPath, [...node, MAIN, ...words], {
      cwd: this.dir,
      env: { PATH: process.env["PATH"] ?? "", HOME: this.dir, ...env },
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    child.stdin.on("error", () => undefined);
    const ended = new Promise<Ended>((resolve, reject) => {
      child.on("error", reject);
      child.on("close", (code) => resolve({ code, out, err }));
    });
    return { child, ended };
  }

  run(words: readonly string[], settings: Settings = {}): Promise<Ended> {
    const { child, ended } = this.start(words, settings);
    child.stdin.end(settings.input ?? "");
    return ended;
  }

  clear(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
