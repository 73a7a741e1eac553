/** From the document part of a `$ref`, or the path of an `#import`, to the file that it names, or the reason why that file is not read. */
import { realpathSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Access, mayFetch, mayRead } from "./access.js";
import { isLoopbackHost } from "./address.js";
import { ReadFault } from "./fault.js";
import { reasonOf } from "./file.js";
import { type Origin, shownUrl } from "./origin.js";
import { percentDecoded } from "./percent.js";

export type Target =
  | { readonly kind: "path"; readonly candidates: readonly string[] }
  | { readonly kind: "url"; readonly url: URL }
  | Refusal;

export interface Refusal {
  readonly kind: "refused";
  /** The same for all references to one file. */
  readonly id: string;
  readonly reason: string;
  readonly fix: string;
}

export function locate(document: string, from: Origin, access: Access): Target {
  if (from.kind === "url") return locateFromUrl(document, from.url, access);
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(document)?.[1]?.toLowerCase();
  if (scheme === "http" || scheme === "https") return checkedUrl(document, access);
  if (scheme === "file") return checkedFileUrl(document, access);
  if (scheme !== undefined) return unsupported(document, scheme);
  if (document.startsWith("//")) return checkedUrl(`https:${document}`, access);
  const folder = from.kind === "path" ? dirname(from.path) : access.cwd;
  // A name with a blank may be percent-encoded, and a name with a percent sign may not be.
  return checkedPaths(
    [...new Set([percentDecoded(document), document])].map((name) => resolve(folder, name)),
    access,
  );
}

function locateFromUrl(document: string, base: URL, access: Access): Target {
  if (!URL.canParse(document, base.href)) return refused(document, "this is no URL", "Correct the reference.");
  const url = new URL(document, base);
  if (url.protocol !== "http:" && url.protocol !== "https:") return unsupported(document, url.protocol.slice(0, -1));
  return checkedUrl(url.href, access);
}

function checkedUrl(text: string, access: Access): Target {
  if (!URL.canParse(text)) return refused(text, "this is no URL", "Correct the reference.");
  const url = new URL(text);
  url.hash = "";
  const shown = shownUrl(url);
  if (url.username !== "" || url.password !== "") {
    return refused(shown, `${shown} is given with a user name or password`, "Remove them from the reference.");
  }
  if (mayFetch(access, url)) return { kind: "url", url };
  if (url.protocol === "http:" && !isLoopbackHost(url.hostname)) {
    const fix = "Refer to it by https, or put a copy into the document's own folder.";
    return refused(shown, `${shown} is on the network, by plain http`, fix);
  }
  return refused(shown, `${shown} is on the network`, `If you trust it, allow it with --allow-refs ${url.origin}`);
}

function checkedFileUrl(document: string, access: Access): Target {
  let path: string;
  try {
    path = fileURLToPath(document);
  } catch (cause) {
    // It has a host or an encoded slash, or is no percent-encoding.
    if (!(cause instanceof TypeError || cause instanceof URIError)) throw cause;
    return refused(document, "this file: URL names no file of this machine", "Refer to the file by a relative path.");
  }
  return checkedPaths([path], access);
}

function checkedPaths(paths: readonly string[], access: Access): Target {
  const [first = ""] = paths;
  if (first.includes("\0")) return refused(first, "a file name has no NUL", "Correct the reference.");
  if (!mayRead(access, first)) return outside(first, access);
  return { kind: "path", candidates: paths.filter((path) => mayRead(access, path)) };
}

/** Symbolic links are followed first: what counts is where the file is. */
export function realPath(candidates: readonly string[], access: Access): string | Refusal | ReadFault {
  let fault: unknown;
  for (const path of candidates) {
    try {
      const real = realpathSync.native(path);
      return mayRead(access, real) ? real : outside(real, access);
    } catch (cause) {
      fault ??= cause;
    }
  }
  return new ReadFault("FILE_UNREADABLE", reasonOf(fault), {}, fault);
}

/** Also for what a symbolic link leads to. */
function outside(path: string, access: Access): Refusal {
  const fix = `If you trust it, allow its folder with --allow-refs ${quoted(relative(access.cwd, dirname(path)) || ".")}`;
  const way = relative(access.folders[0] ?? access.cwd, path);
  return { kind: "refused", id: path, reason: `${quoted(way)} is outside the document's folder`, fix };
}

function unsupported(document: string, scheme: string): Refusal {
  const reason = `${quoted(document.slice(0, 60))} cannot be read: ${scheme}: is no scheme of files`;
  return refused(document, reason, "Put what it holds into a file beside the document, and refer to that.");
}

function refused(id: string, reason: string, fix: string): Refusal {
  return { kind: "refused", id, reason, fix };
}

function quoted(text: string): string {
  return /^[\w./@+=-]+$/.test(text) ? text : JSON.stringify(text);
}
