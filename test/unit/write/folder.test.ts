import { existsSync, lstatSync, mkdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { OutputFolder, WriteRefused } from "../../../src/write/folder.js";
import { put, Room, tree } from "./room.js";

const room = new Room();
const file = (path: string, text = path): { path: string; text: string } => ({ path, text });

describe("S-08 a folder's own place", () => {
  it("is found through links that lead to it, which are the user's", () => {
    const dir = room.folder();
    mkdirSync(join(dir, "real"));
    symlinkSync("real", join(dir, "link"));
    expect(new OutputFolder(join(dir, "link")).root).toBe(join(dir, "real"));
    expect(new OutputFolder(join(dir, "link/new/er")).root).toBe(join(dir, "real/new/er"));
    expect(new OutputFolder(join(dir, "real/../link/.")).root).toBe(join(dir, "real"));
  });

  it.each([
    ["a file", "file"],
    ["a link to a file", "link"],
    ["a name that no folder can have", "a\0b"],
  ])("may not be %s", (_, name) => {
    const dir = room.folder();
    put(dir, { file: "mine" });
    symlinkSync("file", join(dir, "link"));
    expect(() => new OutputFolder(join(dir, name))).toThrow(WriteRefused);
    expect(tree(dir)).toEqual({ file: "mine", link: "→ file" });
  });

  it("may not be below a file, nor a link that leads nowhere", () => {
    const dir = room.folder();
    put(dir, { file: "mine" });
    symlinkSync("nowhere", join(dir, "link"));
    expect(() => new OutputFolder(join(dir, "file/below"))).toThrow(expect.objectContaining({ code: "ENOTDIR" }));
    expect(() => new OutputFolder(join(dir, "link"))).toThrow(expect.objectContaining({ code: "ENOENT" }));
  });
});

describe("S-08 a path in the folder", () => {
  it.each([
    "",
    ".",
    "..",
    "../a",
    "a/../../b",
    "a/./b",
    "/a",
    "a//b",
    "a/",
    "C:\\a",
    "a\\b",
    "a\0",
    "a b",
    "ü",
    "a:b",
    "~",
    "*",
  ])("%j is refused, for reading and for writing", (path) => {
    const dir = room.folder();
    const folder = new OutputFolder(join(dir, "out"));
    expect(() => folder.read(path)).toThrow(WriteRefused);
    expect(() => folder.create([file(path)])).toThrow(WriteRefused);
    expect(tree(dir)).toEqual({});
    put(dir, { "out/a": "old" });
    expect(() => folder.update([file(path)], [], [])).toThrow(WriteRefused);
    expect(() => folder.update([], [path], [])).toThrow(WriteRefused);
    expect(tree(dir)).toEqual({ "out/a": "old" });
  });

  it("through a link is refused, wherever it leads", () => {
    const dir = room.folder();
    put(dir, { "out/own/a": "a", "outside/a": "mine" });
    symlinkSync("../outside", join(dir, "out/away"));
    symlinkSync("own", join(dir, "out/near"));
    symlinkSync("../outside/a", join(dir, "out/file"));
    const before = tree(dir);
    for (const path of ["away/a", "near/a", "file"]) {
      const folder = new OutputFolder(join(dir, "out"));
      expect(() => folder.read(path)).toThrow(WriteRefused);
      if (path === "file") continue;
      expect(() => folder.update([file(path, "new")], [], [])).toThrow(WriteRefused);
      expect(() => folder.update([], [path], [])).toThrow(WriteRefused);
    }
    expect(tree(dir)).toEqual(before);
  });

  it("a link in a file's place is itself replaced or removed, not what it leads to", () => {
    const dir = room.folder();
    put(dir, { "out/b": "b", outside: "mine" });
    symlinkSync("../outside", join(dir, "out/a"));
    symlinkSync("../outside", join(dir, "out/c"));
    new OutputFolder(join(dir, "out")).update([file("a", "new")], ["c"], []);
    expect(tree(dir)).toEqual({ "out/a": "new", "out/b": "b", outside: "mine" });
  });

  it("that is a folder is no file", () => {
    const dir = room.folder();
    put(dir, { "a/b": "" });
    expect(() => new OutputFolder(dir).read("a")).toThrow("a is no plain file");
    expect(() => new OutputFolder(dir).read("a/b/c")).toThrow("a/b is a link or a file, not a folder");
  });
});

describe("create", () => {
  it("makes the folder and those above it", () => {
    const dir = room.folder();
    new OutputFolder(join(dir, "a/b")).create([file("x"), file("y/z/1"), file("y/z/2")]);
    expect(tree(dir)).toEqual({ "a/b/x": "x", "a/b/y/z/1": "y/z/1", "a/b/y/z/2": "y/z/2" });
  });

  it("leaves nothing where one of the files cannot be made", () => {
    const dir = room.folder();
    const folder = new OutputFolder(join(dir, "out"));
    expect(() => folder.create([file("a"), file("a/b")])).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(() => folder.create([file("a"), file("a")])).toThrow(expect.objectContaining({ code: "EEXIST" }));
    expect(tree(dir)).toEqual({});
  });

  it("does not replace what came to stand there meanwhile", () => {
    const dir = room.folder();
    const folder = new OutputFolder(join(dir, "out"));
    put(dir, { "out/mine": "mine" });
    expect(() => folder.create([file("a")])).toThrow(expect.objectContaining({ code: "ENOTEMPTY" }));
    expect(tree(dir)).toEqual({ "out/mine": "mine" });
  });
});

describe("update", () => {
  it("writes, removes, and leaves no empty folder of what it removed", () => {
    const dir = room.folder();
    put(dir, { a: "old", "b/c/d": "old", "e/f": "old", "e/mine": "mine" });
    new OutputFolder(dir).update([file("a", "new"), file("g/h", "new")], ["b/c/d", "e/f"], [file("z", "last")]);
    expect(tree(dir)).toEqual({ a: "new", "e/mine": "mine", "g/h": "new", z: "last" });
  });

  it("puts another file in the old one's place, so that whoever has it open reads on", () => {
    const dir = room.folder();
    put(dir, { a: "old" });
    const before = statSync(join(dir, "a")).ino;
    new OutputFolder(dir).update([file("a", "new")], [], []);
    expect(statSync(join(dir, "a")).ino).not.toBe(before);
    expect(lstatSync(join(dir, "a")).isFile()).toBe(true);
  });

  it("touches nothing where one of the texts cannot be written", () => {
    const dir = room.folder();
    put(dir, { a: "old", b: "old" });
    expect(() => new OutputFolder(dir).update([file("a", "new"), file("x".repeat(300))], ["b"], [])).toThrow(
      expect.objectContaining({ code: "ENAMETOOLONG" }),
    );
    expect(tree(dir)).toEqual({ a: "old", b: "old" });
  });
});

it("exists as soon as it does", () => {
  const dir = room.folder();
  const folder = new OutputFolder(join(dir, "out"));
  expect(folder.exists).toBe(false);
  expect(folder.read("a")).toBeUndefined();
  folder.create([]);
  expect(folder.exists).toBe(true);
  expect(existsSync(join(dir, "out"))).toBe(true);
});
