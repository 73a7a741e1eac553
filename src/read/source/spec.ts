/** The spec argument: a file, `-`, or an http(s) URL. */
import { realpathSync } from "node:fs";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ReadFault } from "./fault.js";
import type { FetchBytes } from "./fetch.js";
import { readFileBytes, reasonOf } from "./file.js";
import { type Source, shownUrl } from "./origin.js";
import { readStdin } from "./stream.js";

export interface SpecName {
  /** Base name of the file, or the URL without what may be secret. */
  readonly file: string;
  /** As the user named it. */
  readonly shown: string;
}

export interface SpecOptions {
  readonly cwd: string;
  readonly stdin: (() => Promise<Uint8Array>) | undefined;
  readonly fetch: FetchBytes;
  readonly limit: number;
}

const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

export function specName(spec: string): SpecName {
  if (spec === "-") return { file: "stdin", shown: "-" };
  if (!SCHEME.test(spec)) return { file: basename(spec), shown: spec };
  if (!URL.canParse(spec)) return { file: "the URL", shown: "the URL" };
  const url = new URL(spec);
  if (url.protocol === "file:") return { file: basename(url.pathname), shown: url.pathname };
  return { file: shownUrl(url), shown: shownUrl(url) };
}

/** Throws `ReadFault`. */
export async function readSpec(spec: string, options: SpecOptions): Promise<Source> {
  const { limit } = options;
  if (spec === "-") {
    const bytes = await (options.stdin ? options.stdin() : readStdin(limit));
    if (bytes.length > limit) throw new ReadFault("LIMIT_EXCEEDED", `more than ${limit} bytes`);
    return { origin: { kind: "stream" }, bytes };
  }
  if (!SCHEME.test(spec) || /^file:/i.test(spec)) return readFile(spec, options);
  if (!URL.canParse(spec)) throw new ReadFault("SPEC_ADDRESS_INVALID", "it cannot be parsed");
  const url = new URL(spec);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new ReadFault("SPEC_ADDRESS_INVALID", `${url.protocol} is not supported`);
  }
  if (url.username !== "" || url.password !== "") {
    throw new ReadFault("SPEC_ADDRESS_INVALID", "a user name or password stands in the URL");
  }
  url.hash = "";
  return options.fetch(url, limit);
}

function readFile(spec: string, { cwd, limit }: SpecOptions): Source {
  const path = /^file:/i.test(spec) ? fileURLToPath(spec) : resolve(cwd, spec);
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch (cause) {
    // The shell's <(…) is a link that leads to no file.
    if (path.startsWith("/dev/fd/")) return { origin: { kind: "stream" }, bytes: readFileBytes(path, limit, "any") };
    throw new ReadFault("FILE_UNREADABLE", reasonOf(cause), {}, cause);
  }
  return { origin: { kind: "path", path: real }, bytes: readFileBytes(real, limit, "any") };
}
