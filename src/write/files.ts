/** Brings a folder to what was emitted: writes what changed, removes what it wrote before, touches nothing else. */
import { sha256 } from "../emit/digest.js";
import type { EmittedFile } from "../emit/file.js";
import type { Manifest } from "../emit/manifest.js";
import type { OutputFolder } from "./folder.js";
import { MANIFEST, unfinishedManifests } from "./manifest.js";

export interface WritePlan {
  readonly write: readonly EmittedFile[];
  readonly remove: readonly string[];
  readonly unchanged: number;
  /** Written by toolgen and edited by hand since: left as they are. */
  readonly edited: readonly string[];
  /** Not written by toolgen, and in the way. */
  readonly foreign: readonly string[];
}

/** Compares; touches nothing. `force`: edited and foreign files are overwritten, too. */
export function planWrite(
  folder: OutputFolder,
  files: readonly EmittedFile[],
  before: Manifest | undefined,
  force: boolean,
): WritePlan {
  if (!folder.exists) return { write: files, remove: [], unchanged: 0, edited: [], foreign: [] };
  const known = hashesOf([...(before ? [before] : []), ...unfinishedManifests(folder)]);
  const write: EmittedFile[] = [];
  const edited: string[] = [];
  const foreign: string[] = [];
  let unchanged = 0;
  for (const file of files) {
    const found = folder.read(file.path);
    const hashes = known.get(file.path);
    const ours =
      file.path === MANIFEST ? before !== undefined : found !== undefined && hashes?.has(sha256(found)) === true;
    if (found === file.text) unchanged++;
    else if (found === undefined || ours || force) write.push(file);
    else (hashes === undefined ? foreign : edited).push(file.path);
  }
  const wanted = new Set(files.map(({ path }) => path));
  const remove: string[] = [];
  for (const [path, hashes] of known) {
    const found = wanted.has(path) ? undefined : folder.read(path);
    if (found === undefined) continue;
    if (hashes.has(sha256(found))) remove.push(path);
    else edited.push(path);
  }
  return { write, remove, unchanged, edited, foreign };
}

/** What toolgen wrote into each file: once, or more often where a run was cut short. */
function hashesOf(manifests: readonly Manifest[]): ReadonlyMap<string, ReadonlySet<string>> {
  const hashes = new Map<string, Set<string>>();
  for (const [path, hash] of manifests.flatMap(({ files }) => Object.entries(files))) {
    hashes.set(path, (hashes.get(path) ?? new Set()).add(hash));
  }
  return hashes;
}

/** Does what was planned; the manifest comes last, so that a run that is cut short is finished by the next one. */
export function carryOut(folder: OutputFolder, plan: WritePlan): void {
  if (!folder.exists) folder.create(plan.write);
  else if (plan.write.length + plan.remove.length > 0) {
    const isLast = ({ path }: EmittedFile): boolean => path === MANIFEST;
    folder.update(
      plan.write.filter((file) => !isLast(file)),
      plan.remove,
      plan.write.filter(isLast),
    );
  }
  folder.sweep();
}
