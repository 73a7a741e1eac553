/** All files of a document: every reference is followed, to any depth. */
import { ReadFault } from "../../source/fault.js";
import type { Refusal } from "../../source/locate.js";
import { percentDecoded } from "../../source/percent.js";
import type { JsonValue } from "../document.js";
import { splitReference, tokensOf } from "../pointer.js";
import { isList, own } from "../value.js";
import { createLibrary, type DocumentFile, type Reading } from "./library.js";
import { type Reference, scan } from "./scan.js";

/** A file that is referred to and not there: why, from where first, and how often. */
interface MissingFile {
  readonly why: Refusal | ReadFault;
  readonly file: string;
  readonly reference: Reference;
  count: number;
}

export interface Files {
  readonly root: DocumentFile;
  readonly all: ReadonlyMap<string, DocumentFile>;
  /** By key of the referring file, by document part of the reference: the key of the file referred to. */
  readonly links: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly missing: readonly MissingFile[];
  /** All of them, with the key of the file that they stand in. */
  readonly references: readonly (readonly [string, Reference])[];
}

/** What cannot be had is `missing`, and never thrown. */
export async function readFiles(root: DocumentFile, reading: Reading): Promise<Files> {
  const library = createLibrary(root, reading);
  const links = new Map<string, Map<string, string>>();
  const missing = new Map<string, MissingFile>();
  const references: (readonly [string, Reference])[] = [];
  const hidden = new Set<string>();

  async function follow(reference: Reference, document: string, from: DocumentFile): Promise<void> {
    const known = links.get(from.key) ?? new Map<string, string>();
    links.set(from.key, known);
    const found = await library.find(document, from);
    if (typeof found === "string") known.set(document, found);
    else if (!reference.mapping) {
      const id = found instanceof ReadFault ? `${from.key}\n${document}` : found.id;
      const before = missing.get(id);
      if (before) before.count += reference.count;
      else missing.set(id, { why: found, file: from.key, reference, count: reference.count });
    }
  }

  /** References in what the scan took for data, because it did not know that something refers to it. */
  function uncovered({ ref }: Reference, from: DocumentFile): Batch | undefined {
    const { document, fragment = "" } = splitReference(ref);
    if (!INTO_DATA.test(fragment)) return undefined;
    const file = document === "" ? from : library.all.get(links.get(from.key)?.get(document) ?? "");
    const id = `${file?.key}#${fragment}`;
    if (!file || hidden.has(id)) return undefined;
    hidden.add(id);
    const tokens = tokensOf(percentDecoded(fragment));
    const value = tokens.reduce<JsonValue | undefined>(step, file.value);
    return { file, references: scan(value ?? null, reading.limits, reading.limits.nodes, tokens).references };
  }

  const queue: Batch[] = [{ file: root, references: root.scan.references }];
  for (let batch = queue.shift(); batch; batch = queue.shift()) {
    const { file } = batch;
    const asked = new Map<string, Reference>();
    for (const reference of batch.references) {
      references.push([file.key, reference]);
      const { document } = splitReference(reference.ref);
      if (document === "" || (reference.mapping && !/[/.#]/.test(reference.ref))) continue;
      if (asked.get(document)?.mapping ?? true) asked.set(document, reference);
    }
    for (const [document, reference] of asked) await follow(reference, document, file);
    for (const opened of library.takeNew()) queue.push({ file: opened, references: opened.scan.references });
    for (const reference of batch.references) {
      const more = uncovered(reference, file);
      if (more) queue.push(more);
    }
  }
  return { root, all: library.all, links, references, missing: [...missing.values()] };
}

interface Batch {
  readonly file: DocumentFile;
  readonly references: readonly Reference[];
}

const INTO_DATA = /\/(?:x-[^/]*|default|examples?|enum|const)(?:\/|$)/;

function step(value: JsonValue | undefined, token: string): JsonValue | undefined {
  return isList(value) ? value[Number(token)] : own(value, token);
}
