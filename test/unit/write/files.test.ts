import { readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { sha256 } from "../../../src/emit/digest.js";
import type { EmittedFile } from "../../../src/emit/file.js";
import { carryOut, planWrite, type WritePlan } from "../../../src/write/files.js";
import { OutputFolder, WriteRefused } from "../../../src/write/folder.js";
import { readManifest } from "../../../src/write/manifest.js";
import { put, Room, tree } from "./room.js";

/**
 * Which call that changes the disk fails, from 1 on; 0: none. `only`: calls of this name are counted. `killed`: so do all
 * after it, and nothing is cleared away.
 */
const faults = vi.hoisted(() => ({ failing: 0, count: 0, only: "", killed: false }));

vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  const change = (name: "mkdirSync" | "writeFileSync" | "renameSync" | "unlinkSync" | "copyFileSync"): object => ({
    [name]: (...args: unknown[]): unknown => {
      if (faults.only === "" || faults.only === name) faults.count++;
      if (faults.count === faults.failing || (faults.killed && faults.count > faults.failing)) {
        faults.count++;
        throw Object.assign(new Error("ENOSPC"), { code: "ENOSPC", syscall: "write" });
      }
      return Reflect.apply(fs[name], fs, args);
    },
  });
  return {
    ...fs,
    ...change("mkdirSync"),
    ...change("writeFileSync"),
    ...change("renameSync"),
    ...change("unlinkSync"),
    ...change("copyFileSync"),
    rmSync: (...args: Parameters<typeof fs.rmSync>): void => {
      if (!faults.killed) fs.rmSync(...args);
    },
  };
});

const room = new Room();
beforeEach(() => {
  Object.assign(faults, { failing: 0, count: 0, only: "", killed: false });
});

/** What a run emits: the files, and a manifest that lists them. */
function emitted(files: Readonly<Record<string, string>>): readonly EmittedFile[] {
  const list = Object.entries(files).map(([path, text]) => ({ path, text }));
  const manifest = {
    generator: { name: "toolgen", version: "1" },
    toolkit: "t",
    source: {},
    options: {},
    tools: [],
    files: Object.fromEntries(list.map(({ path, text }) => [path, sha256(text)])),
  };
  return [...list, { path: "manifest.json", text: JSON.stringify(manifest) }];
}

/** One run. */
function bring(dir: string, files: readonly EmittedFile[], force = false): WritePlan {
  const folder = new OutputFolder(dir);
  const plan = planWrite(folder, files, readManifest(folder), force);
  if (plan.foreign.length === 0) carryOut(folder, plan);
  return plan;
}

const texts = (files: readonly EmittedFile[]): Readonly<Record<string, string>> =>
  Object.fromEntries([...files].map(({ path, text }) => [path, text]).sort());
const paths = (plan: WritePlan): object => ({ ...plan, write: plan.write.map(({ path }) => path) });

const old = emitted({ "a.ts": "a1", "tools/x/b.ts": "b1", "tools/y/c.ts": "c1" });
const now = emitted({ "a.ts": "a2", "tools/x/b.ts": "b1", "tools/z/d.ts": "d1" });

describe("a run", () => {
  it("writes what changed, removes what it wrote before, and rests when nothing did", () => {
    const dir = room.folder();
    expect(paths(bring(join(dir, "out"), old))).toMatchObject({ remove: [], unchanged: 0 });
    expect(tree(join(dir, "out"))).toEqual(texts(old));
    expect(paths(bring(join(dir, "out"), now))).toEqual({
      write: ["a.ts", "tools/z/d.ts", "manifest.json"],
      remove: ["tools/y/c.ts"],
      unchanged: 1,
      edited: [],
      foreign: [],
    });
    expect(tree(join(dir, "out"))).toEqual(texts(now));
    faults.count = 0;
    expect(paths(bring(join(dir, "out"), now))).toMatchObject({ write: [], remove: [], unchanged: 4 });
    expect(faults.count).toBe(0);
  });

  it("brings back what was deleted", () => {
    const dir = room.folder();
    bring(dir, old);
    rmSync(join(dir, "tools"), { recursive: true });
    expect(paths(bring(dir, old))).toMatchObject({ write: ["tools/x/b.ts", "tools/y/c.ts"] });
    expect(tree(dir)).toEqual(texts(old));
  });
});

describe("S-09 what toolgen did not write", () => {
  it("stays: hand-written files, links, and folders that they are in", () => {
    const dir = room.folder();
    put(dir, { "outside/c.ts": "mine" });
    const out = join(dir, "out");
    bring(out, old);
    put(out, { "notes.md": "mine", "tools/y/own.ts": "mine", ".git/config": "mine" });
    symlinkSync("../../outside", join(out, "tools/away"));
    bring(out, now);
    expect(tree(out)).toEqual({
      ...texts(now),
      ".git/config": "mine",
      "notes.md": "mine",
      "tools/y/own.ts": "mine",
      "tools/away": "→ ../../outside",
    });
    expect(tree(join(dir, "outside"))).toEqual({ "c.ts": "mine" });
  });

  it("in the way stops the run before it writes anything, unless forced", () => {
    const dir = room.folder();
    put(dir, { "a.ts": "mine", "manifest.json": '{"mine":true}' });
    const before = tree(dir);
    expect(bring(dir, old)).toMatchObject({ foreign: ["a.ts", "manifest.json"] });
    expect(tree(dir)).toEqual(before);
    bring(dir, old, true);
    expect(tree(dir)).toEqual(texts(old));
  });

  it("in the way is no matter where it says the same", () => {
    const dir = room.folder();
    put(dir, { "a.ts": "a1" });
    expect(paths(bring(dir, old))).toMatchObject({ unchanged: 1, foreign: [] });
  });

  it.each([
    ["a link to a folder in a folder's place", "tools/y", ".."],
    ["a link to a file in a file's place", "a.ts", "../mine"],
    ["a link in the manifest's place", "manifest.json", "../mine"],
  ])("%s is not followed, even when forced", (_, path, target) => {
    const dir = room.folder();
    put(dir, { mine: "mine" });
    const out = join(dir, "out");
    bring(out, old);
    rmSync(join(out, path), { recursive: true });
    symlinkSync(target, join(out, path));
    const before = tree(dir);
    for (const force of [false, true]) expect(() => bring(out, now, force)).toThrow(WriteRefused);
    expect(tree(dir)).toEqual(before);
  });

  it.each(["../mine", "/etc/hostname", "tools/../../mine", "a\0"])(
    "is not removed because a manifest lists %j",
    (path) => {
      const dir = room.folder();
      put(dir, { mine: "mine" });
      const out = join(dir, "out");
      bring(out, old);
      const manifest = JSON.parse(old.at(-1)?.text ?? "") as { files: object };
      put(out, {
        "manifest.json": JSON.stringify({ ...manifest, files: { ...manifest.files, [path]: sha256("mine") } }),
      });
      expect(() => bring(out, now)).toThrow(WriteRefused);
      expect(tree(dir)).toMatchObject({ mine: "mine", "out/a.ts": "a1" });
    },
  );
});

describe("what was edited by hand", () => {
  it("is reported and left, however often, and overwritten by force", () => {
    const dir = room.folder();
    bring(dir, old);
    put(dir, { "a.ts": "mine", "tools/y/c.ts": "mine" });
    expect(paths(bring(dir, now))).toMatchObject({
      write: ["tools/z/d.ts", "manifest.json"],
      remove: [],
      edited: ["a.ts", "tools/y/c.ts"],
      foreign: [],
    });
    expect(paths(bring(dir, now))).toMatchObject({ write: [], edited: ["a.ts"] });
    expect(tree(dir)).toEqual({ ...texts(now), "a.ts": "mine", "tools/y/c.ts": "mine" });
    bring(dir, now, true);
    expect(tree(dir)).toEqual({ ...texts(now), "tools/y/c.ts": "mine" });
  });

  it("is nothing where the edit says what would be written", () => {
    const dir = room.folder();
    bring(dir, old);
    put(dir, { "a.ts": "a2" });
    expect(paths(bring(dir, now))).toMatchObject({ edited: [], unchanged: 2 });
  });
});

describe("D-09 a disk that fails", () => {
  /** How often a run changes the disk. */
  const steps = (start: readonly EmittedFile[] | undefined): number => {
    const dir = join(room.folder(), "out");
    if (start) bring(dir, start);
    faults.count = 0;
    bring(dir, now);
    return faults.count;
  };

  it("leaves nothing of a new folder, at whichever step", () => {
    const all = steps(undefined);
    expect(all).toBeGreaterThan(8);
    for (let step = 1; step <= all; step++) {
      const dir = room.folder();
      Object.assign(faults, { failing: step, count: 0 });
      expect(() => bring(join(dir, "out"), now)).toThrow("ENOSPC");
      expect(tree(dir)).toEqual({});
      faults.failing = 0;
      bring(join(dir, "out"), now);
      expect(tree(join(dir, "out"))).toEqual(texts(now));
    }
  });

  it("leaves an old folder as it was, at whichever step, and the next run finishes", () => {
    const all = steps(old);
    expect(all).toBe(20);
    for (let step = 1; step <= all; step++) {
      const dir = room.folder();
      bring(dir, old);
      Object.assign(faults, { failing: step, count: 0 });
      expect(() => bring(dir, now)).toThrow("ENOSPC");
      faults.failing = 0;
      expect([step, tree(dir)]).toEqual([step, texts(old)]);
      expect(paths(bring(dir, now))).toMatchObject({ edited: [], foreign: [] });
      expect(tree(dir)).toEqual(texts(now));
    }
  });

  it("that dies with the process leaves no edit by hand for a run that writes something else", () => {
    const other = emitted({ "a.ts": "a3", "tools/x/b.ts": "b3" });
    for (let step = 1; step <= steps(old); step++) {
      const dir = room.folder();
      bring(dir, old);
      Object.assign(faults, { failing: step, count: 0, killed: true });
      expect(() => bring(dir, now)).toThrow("ENOSPC");
      Object.assign(faults, { failing: 0, killed: false });
      expect(paths(bring(dir, other))).toMatchObject({ edited: [], foreign: [] });
      for (const name of new OutputFolder(dir).unfinished) utimesSync(join(dir, name), 0, 0);
      bring(dir, other);
      const left = Object.entries(tree(dir)).filter(([path]) => !path.endsWith("/"));
      expect(Object.fromEntries(left)).toEqual(texts(other));
    }
  });

  it("that dies with the process leaves nothing beside a new folder for ever", () => {
    const all = steps(undefined);
    for (let step = 1; step <= all; step++) {
      const parent = room.folder();
      // Someone else's, whatever it is called.
      put(parent, { ".out.tmp/a": "", ".other.0123456789ab.tmp/a": "", ".out.0123456789ac.tmp": "" });
      const theirs = readdirSync(parent);
      Object.assign(faults, { failing: step, count: 0, killed: true });
      expect(() => bring(join(parent, "out"), now)).toThrow("ENOSPC");
      Object.assign(faults, { failing: 0, killed: false });
      bring(join(parent, "out"), old);
      const left = readdirSync(parent).filter((name) => name !== "out" && !theirs.includes(name));
      // It might be a run that has not ended yet.
      expect([step, left.length]).toEqual([step, step <= 2 ? 0 : 1]);
      for (const name of readdirSync(parent)) utimesSync(join(parent, name), 0, 0);
      bring(join(parent, "out"), now);
      expect(readdirSync(parent)).toEqual([...theirs, "out"].sort());
      expect(tree(join(parent, "out"))).toEqual(texts(now));
    }
  });

  it("that fills up while the texts are written leaves an old folder as it was", () => {
    for (const step of [1, 2, 3]) {
      const dir = room.folder();
      bring(dir, old);
      Object.assign(faults, { failing: step, count: 0, only: "writeFileSync" });
      expect(() => bring(dir, now)).toThrow("ENOSPC");
      faults.failing = 0;
      expect(tree(dir)).toEqual(texts(old));
    }
  });
});

describe("a manifest", () => {
  it.each([
    ["none", undefined],
    ["no JSON", "{"],
    ["nothing", "null"],
    ["another tool's", '{"name":"pkg","files":["dist"]}'],
    ["of another generator", JSON.stringify({ ...JSON.parse(old.at(-1)?.text ?? ""), generator: { name: "other" } })],
    ["with a hash that is none", JSON.stringify({ ...JSON.parse(old.at(-1)?.text ?? ""), files: { "a.ts": 1 } })],
    ["with a tool that is none", JSON.stringify({ ...JSON.parse(old.at(-1)?.text ?? ""), tools: [{ name: "x" }] })],
    ["with a spec that is no path", JSON.stringify({ ...JSON.parse(old.at(-1)?.text ?? ""), source: { spec: 1 } })],
  ])("that is %s makes no file ours", (_, text) => {
    const dir = room.folder();
    put(dir, { "a.ts": "mine" });
    if (text !== undefined) writeFileSync(join(dir, "manifest.json"), text);
    expect(readManifest(new OutputFolder(dir))).toBeUndefined();
    expect(bring(dir, now).foreign).toEqual(text === undefined ? ["a.ts"] : ["a.ts", "manifest.json"]);
  });
});
