/** What the files of a document may refer to. */
import { realpathSync } from "node:fs";
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import type { Diagnostics } from "../../diagnostics.js";
import { isLoopbackHost } from "./address.js";
import { NOTHING_THERE, reasonOf } from "./file.js";
import type { Origin } from "./origin.js";

export interface Access {
  readonly cwd: string;
  /** Real paths: the root files' own folders, and those that the user allows. */
  readonly folders: readonly string[];
  /** URL prefixes that end in `/`: the root files' own folders, and what the user allows. */
  readonly prefixes: readonly URL[];
}

/** Throws nothing: what `--allow-refs` cannot mean is reported. */
export function createAccess(
  roots: readonly Origin[],
  allow: readonly string[],
  cwd: string,
  file: string,
  diagnostics: Diagnostics,
): Access {
  const folders = roots.flatMap((root) => (root.kind === "path" ? [dirname(root.path)] : []));
  const prefixes = roots.flatMap((root) => (root.kind === "url" ? [new URL(".", root.url)] : []));
  for (const entry of allow) {
    const url = /^https?:/i.test(entry);
    const wrong = url ? addOrigin(entry, prefixes) : addFolder(resolve(cwd, entry), folders);
    if (wrong !== undefined) {
      const shown = url && URL.canParse(entry) ? new URL(entry).origin : entry;
      diagnostics.report("ALLOW_REFS_INVALID", {
        message: `--allow-refs ${shown}: ${wrong}`,
        at: { file, pointer: "" },
      });
    }
  }
  return { cwd, folders, prefixes };
}

function addOrigin(entry: string, prefixes: URL[]): string | undefined {
  if (!URL.canParse(entry)) return "this is no URL";
  const url = new URL(entry);
  if (url.username !== "" || url.password !== "") return "an origin has no user name or password";
  if (url.search !== "" || url.hash !== "") return "an origin has no query or fragment";
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) return "plain http is for loopback only; use https";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  prefixes.push(url);
  return undefined;
}

function addFolder(path: string, folders: string[]): string | undefined {
  try {
    folders.push(realpathSync.native(path));
    return undefined;
  } catch (cause) {
    const reason = reasonOf(cause);
    return reason === NOTHING_THERE ? "there is no such folder, and it is no http(s) origin" : reason;
  }
}

/** Is `path` in one of the folders, or one of them itself? By its letters alone: the disk is not touched. */
export function mayRead(access: Access, path: string): boolean {
  return access.folders.some((folder) => isInside(folder, path));
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

export function mayFetch(access: Access, url: URL): boolean {
  return access.prefixes.some((p) => p.origin === url.origin && url.pathname.startsWith(p.pathname)) && !climbs(url);
}

// The server may decode what the URL parser leaves alone: `..%2f`.
function climbs(url: URL): boolean {
  try {
    return decodeURIComponent(url.pathname).split(/[\\/]/).includes("..");
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    // Nobody knows what the server makes of it.
    return true;
  }
}
