/** The files of one document: each is read once, within the limits of all. */
import { basename, dirname, relative, sep } from "node:path";
import type { Access } from "../../source/access.js";
import { decodeText } from "../../source/decode.js";
import { ReadFault } from "../../source/fault.js";
import type { FetchBytes } from "../../source/fetch.js";
import { readFileBytes } from "../../source/file.js";
import { locate, type Refusal, realPath } from "../../source/locate.js";
import { type Origin, type Source, shownUrl } from "../../source/origin.js";
import type { JsonValue } from "../document.js";
import type { Limits } from "../limits.js";
import { parseText } from "../parse/parse.js";
import { countMembers, duplicateKeys } from "../place/json.js";
import { lineOf, lineStarts } from "../place/lines.js";
import { type Scan, scan } from "./scan.js";

export interface DocumentFile {
  /** `Location.file` of what it holds. */
  readonly key: string;
  readonly origin: Origin;
  readonly bytes: Uint8Array;
  readonly format: "json" | "yaml";
  readonly lax: boolean;
  readonly value: JsonValue;
  readonly scan: Scan;
  /** Keys of JSON objects that occur twice. */
  readonly twice: readonly DuplicateKey[];
}

interface DuplicateKey {
  readonly pointer: string;
  /** Of the later one. */
  readonly line: number;
  readonly column: number;
}

export interface Reading {
  readonly access: Access;
  readonly limits: Limits;
  readonly fetch: FetchBytes;
}

export interface Library {
  readonly all: ReadonlyMap<string, DocumentFile>;
  /** The key of the file that a reference in `from` names; read now if it is asked for first. */
  find(document: string, from: DocumentFile): Promise<string | Refusal | ReadFault>;
  /** What has been read since the last call. */
  takeNew(): readonly DocumentFile[];
}

type Located =
  | { readonly kind: "found"; readonly id: string; readonly key: string; readonly read: () => Promise<Source> }
  | Refusal
  | ReadFault;

interface Budget {
  bytes: number;
  nodes: number;
}

/** The root file. Throws `ReadFault`. */
export async function openRoot(source: Source, limits: Limits): Promise<DocumentFile> {
  const { origin } = source;
  const key = origin.kind === "path" ? basename(origin.path) : origin.kind === "url" ? shownUrl(origin.url) : "(stdin)";
  return open(source, key, limits, { bytes: limits.bytes, nodes: limits.nodes });
}

export function createLibrary(root: DocumentFile, { access, limits, fetch }: Reading): Library {
  const budget: Budget = { bytes: limits.bytes - root.bytes.length, nodes: limits.nodes - root.scan.nodes };
  const all = new Map([[root.key, root]]);
  const asked = new Map<string, string | ReadFault>();
  const places = new Map<string, Located>();
  let fresh: DocumentFile[] = [];

  async function once(id: string, read: () => Promise<Source>, key: string): Promise<string | ReadFault> {
    const known = asked.get(id);
    if (known !== undefined) return known;
    let result: string | ReadFault = key;
    // The root file is known without its query.
    if (all.has(key)) return key;
    try {
      if (all.size >= limits.files) {
        throw new ReadFault("LIMIT_EXCEEDED", `the document has more than ${limits.files} files`);
      }
      const file = await open(await read(), key, limits, budget);
      budget.bytes -= file.bytes.length;
      budget.nodes -= file.scan.nodes;
      all.set(key, file);
      fresh.push(file);
    } catch (cause) {
      if (!(cause instanceof ReadFault)) throw cause;
      result = cause;
    }
    asked.set(id, result);
    return result;
  }

  async function find(document: string, from: DocumentFile): Promise<string | Refusal | ReadFault> {
    // Files of one folder name the same files alike, and asking the disk takes longer than parsing a short file.
    const place = `${baseOf(from.origin)}\n${document}`;
    const known = places.get(place);
    const where = known ?? located(document, from);
    if (!known) places.set(place, where);
    if (where instanceof ReadFault || where.kind === "refused") return where;
    return once(where.id, where.read, where.key);
  }

  function located(document: string, from: DocumentFile): Located {
    const target = locate(document, from.origin, access);
    if (target.kind === "refused") return target;
    if (target.kind === "url") {
      const { href } = target.url;
      return { kind: "found", id: href, key: href, read: () => fetch(target.url, budget.bytes) };
    }
    const real = realPath(target.candidates, access);
    if (typeof real !== "string") return real;
    const read = async (): Promise<Source> => ({
      origin: { kind: "path", path: real },
      bytes: readFileBytes(real, budget.bytes, "regular"),
    });
    return { kind: "found", id: real, key: fileKey(real, root.origin, access), read };
  }

  if (root.origin.kind === "path") asked.set(root.origin.path, root.key);
  if (root.origin.kind === "url") asked.set(root.origin.url.href, root.key);
  return {
    all,
    find,
    takeNew() {
      const taken = fresh;
      fresh = [];
      return taken;
    },
  };
}

async function open(source: Source, key: string, limits: Limits, budget: Budget): Promise<DocumentFile> {
  const text = decodeText(source.bytes);
  const { value, format, lax } = await parseText(text, limits);
  // What aliases repeat counts each time, so a bomb is known by its size compared with its text.
  const allowed = format === "json" ? budget.nodes : Math.min(budget.nodes, 10 * text.length + 100_000);
  const scanned = scan(value, limits, allowed);
  const twice = format === "json" && countMembers(text) !== scanned.members ? duplicates(text) : [];
  return { key, origin: source.origin, bytes: source.bytes, format, lax, value, scan: scanned, twice };
}

function duplicates(text: string): readonly DuplicateKey[] {
  const lines = lineStarts(text);
  return duplicateKeys(text).map(({ pointer, at }) => ({ pointer, ...lineOf(lines, at) }));
}

function fileKey(path: string, root: Origin, access: Access): string {
  const folder = root.kind === "path" ? dirname(root.path) : access.cwd;
  return relative(folder, path).split(sep).join("/");
}

/** What a relative reference starts from. */
function baseOf(origin: Origin): string {
  if (origin.kind === "url") return new URL(".", origin.url).href;
  return origin.kind === "path" ? dirname(origin.path) : "";
}
