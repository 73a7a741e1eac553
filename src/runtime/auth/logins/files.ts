/** Logins as files that only their owner can read. */
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { chmod, lstat, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { hasCode, type LockTimes, withLock } from "./lock.js";
import type { LoginStore } from "./store.js";

const MAX_BYTES = 1024 * 1024;
/** Links are not followed; Windows has no such flag. */
const READ = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);
/** What a process left behind that died while it wrote. */
const ABANDONED_MS = 60_000;

/** In a folder of their own (mode 0700), a file (mode 0600) each, replaced as a whole. */
export function fileLogins(folder: string, times?: LockTimes): LoginStore {
  const fileOf = (key: string): string => {
    if (!/^[\w-]{1,120}$/.test(key)) throw new Error("The key of a login is no file name.");
    return join(folder, `${key}.json`);
  };
  return {
    load: (key) => read(fileOf(key)),
    async save(key, text) {
      const file = fileOf(key);
      await makePrivate(folder);
      await sweep(folder, `${key}.json.`);
      await replace(file, text);
    },
    remove: (key) => rm(fileOf(key), { force: true }),
    async locked(key, work) {
      await makePrivate(folder);
      return withLock(`${fileOf(key)}.lock`, work, times);
    },
  };
}

async function makePrivate(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stat = await lstat(folder);
  if (!stat.isDirectory() || isForeign(stat.uid)) throw new Error("The folder of the logins is not the user's own.");
  if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

async function read(file: string): Promise<string | undefined> {
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(file, READ);
  } catch (cause) {
    if (hasCode(cause, "ENOENT", "ENOTDIR")) return undefined;
    throw cause;
  }
  try {
    const stat = await handle.stat();
    if (!stat.isFile() || isForeign(stat.uid) || stat.size > MAX_BYTES)
      throw new Error("The file of a login is not what toolgen wrote.");
    if (process.platform !== "win32" && (stat.mode & 0o077) !== 0) await handle.chmod(0o600);
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}

/** Written beside, on the disk before it takes the place of the old one. */
async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, "wx", 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (cause) {
    await rm(draft, { force: true });
    throw cause;
  }
}

async function sweep(folder: string, start: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(start) || name.includes(".lock")) continue;
    const file = join(folder, name);
    const { mtimeMs } = await lstat(file).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}

const isForeign = (uid: number): boolean => process.getuid !== undefined && uid !== process.getuid();
