/** Toolkits on disk → toolkits in memory. */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Toolkit } from "../../tool/types.js";
import { CommandError, UsageError } from "../usage.js";
import { GeneratedModules } from "./generated.js";
import { registerFolders } from "./register.js";

export interface LoadedToolkit {
  readonly toolkit: Toolkit;
  /** As the user named it. */
  readonly folder: string;
}

// The catalogue of a generated toolkit loads a tool on first use; its index loads all of them.
const ENTRIES = ["catalog.ts", "catalog.js", "index.ts", "index.js", "index.mjs"];

/** Folders that a hint names. */
const MAX_NAMED = 5;

/** All toolkits, in the order of the folders; one that is named twice is there once. */
export async function loadToolkits(folders: readonly string[], cwd: string): Promise<readonly LoadedToolkit[]> {
  const entries = new Map<string, { folder: string; entry: string }>();
  for (const folder of folders) {
    const real = realFolder(folder, cwd);
    const entry = ENTRIES.map((name) => join(real, name)).find((file) => existsSync(file));
    if (entry === undefined) throw noToolkit(folder, real);
    entries.set(real, entries.get(real) ?? { folder, entry });
  }
  const loaded: LoadedToolkit[] = [];
  for (const [root, { folder, entry }] of entries) {
    const toolkit = await importToolkit(root, entry, folder);
    const twin = loaded.find((l) => l.toolkit.name === toolkit.name);
    if (twin) {
      throw new UsageError(
        `${twin.folder} and ${folder} are both called ${toolkit.name}`,
        "Generate one of them again with another --name.",
      );
    }
    loaded.push({ toolkit, folder });
  }
  return loaded;
}

/** Each under its own name, or, with several, in a namespace of that name. */
export function registerAll(
  loaded: readonly LoadedToolkit[],
  register: (toolkit: Toolkit, options: { readonly namespace?: string }) => void,
): void {
  for (const { toolkit, folder } of loaded) {
    try {
      register(toolkit, loaded.length > 1 ? { namespace: toolkit.name } : {});
    } catch (cause) {
      // The names in a hand-written toolkit may be wrong.
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new CommandError(`${folder}: ${reason}`, undefined, { cause });
    }
  }
}

/** Throws `UsageError` where there is no such folder. */
export function realFolder(folder: string, cwd: string): string {
  const path = resolve(cwd, folder);
  if (!existsSync(path))
    throw new UsageError(`There is no folder ${folder}`, "toolgen openapi or toolgen graphql writes one.");
  if (!statSync(path).isDirectory()) throw new UsageError(`${folder} is a file`, "Name the folder of a toolkit.");
  return realpathSync(path);
}

function noToolkit(folder: string, real: string): UsageError {
  const below = readdirSync(real, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(real, entry.name, "catalog.ts")))
    .map((entry) => join(folder, entry.name))
    .sort();
  const more = below.length > MAX_NAMED ? " …" : "";
  return new UsageError(
    `There is no toolkit in ${folder}`,
    below.length > 0
      ? `Below it there are ${below.slice(0, MAX_NAMED).join(" ")}${more}`
      : "A toolkit's folder has a catalog.ts, or an index.ts that exports what defineToolkit made.",
  );
}

async function importToolkit(root: string, entry: string, folder: string): Promise<Toolkit> {
  const elsewhere = async (file: string): Promise<Readonly<Record<string, unknown>>> => {
    await registerFolders([root]);
    return import(pathToFileURL(existsSync(file) ? file : file.replace(/\.ts$/, ".js")).href);
  };
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = new GeneratedModules(root, elsewhere).load(entry) ?? (await elsewhere(entry));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(
      `The toolkit in ${folder} cannot be loaded: ${reason}`,
      "Generate it again, or mend the module.",
      { cause },
    );
  }
  // A default export is often one of the named ones as well.
  const [toolkit, another] = new Set(Object.values(exported).filter(isToolkit));
  if (toolkit === undefined) throw noToolkit(folder, root);
  if (another !== undefined) {
    throw new UsageError(
      `${folder} exports several toolkits, ${toolkit.name} and ${another.name} among them`,
      "Give each a folder of its own.",
    );
  }
  return toolkit;
}

function isToolkit(value: unknown): value is Toolkit {
  if (typeof value !== "object" || value === null || !("name" in value) || !("tools" in value)) return false;
  return typeof value.name === "string" && typeof value.tools === "object" && value.tools !== null;
}
