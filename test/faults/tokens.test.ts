/** D-09: the n-th act on the disk fails while a login is saved. Whoever loads it gets the old one or the new one. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it, vi } from "vitest";
import type { Faults as FaultsType } from "./faults.js";

const { faults } = await vi.hoisted(async () => {
  const { Faults } = await import("./faults.js");
  return { faults: new Faults() as FaultsType };
});

type Act = (...args: unknown[]) => unknown;

vi.mock("node:fs/promises", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs/promises")>();
  const failing =
    (name: string, act: Act): Act =>
    async (...args) =>
      faults.wrap(act, name)(...args);
  const { mkdir, lstat, chmod, rename, rm, readdir } = real;
  const acts = Object.entries({ mkdir, lstat, chmod, rename, rm, readdir });
  const wrapped = acts.map(([name, act]) => [name, failing(name, act as Act)]);
  const open: Act = async (...args) => {
    const handle = await (failing("open", real.open as Act)(...args) as ReturnType<typeof real.open>);
    for (const name of ["writeFile", "sync", "readFile", "stat"] as const) {
      const act = handle[name].bind(handle) as Act;
      Object.defineProperty(handle, name, { value: failing(name, act) });
    }
    return handle;
  };
  return { ...real, ...Object.fromEntries(wrapped), open };
});

vi.mock("node:fs", async (importOriginal) => {
  const real = await importOriginal<typeof import("node:fs")>();
  const { writeFileSync, unlinkSync, utimesSync } = real;
  const acts = Object.entries({ writeFileSync, unlinkSync, utimesSync });
  return { ...real, ...Object.fromEntries(acts.map(([name, act]) => [name, faults.wrap(act as Act, name)])) };
});

const { fileLogins } = await import("../../src/runtime/auth/logins/files.js");
const { sweep } = await import("./faults.js");

const base = mkdtempSync(join(tmpdir(), "toolgen-tokens-"));
afterAll(() => rmSync(base, { recursive: true }));

const TIMES = { beatMs: 1000, staleMs: 100, waitMs: 2000 };

it.each([
  ["the first", undefined],
  ["one after another", "old"],
])("a login is saved as %s, or not at all, and can be saved again", async (_, before) => {
  const struck = await sweep(faults, async (n) => {
    const folder = join(base, `${before}-${n}`);
    const store = fileLogins(folder, TIMES);
    if (before !== undefined) await store.save("login", before);
    faults.arm(n);
    const saving = store.locked("login", () => store.save("login", "new"));
    const failed = await saving.then(
      () => false,
      () => true,
    );
    const reached = faults.struck;
    faults.arm(0);
    const loaded = await store.load("login");
    expect([n, failed ? [before, "new"].includes(loaded) : loaded === "new"]).toEqual([n, true]);
    // The lock is free, or is broken as that of someone who died.
    await store.locked("login", () => store.save("login", "newer"));
    expect([n, await store.load("login")]).toEqual([n, "newer"]);
    expect([n, readdirSync(folder)]).toEqual([n, ["login.json"]]);
    if (reached) faults.markStruck();
  });
  expect(struck).toBeGreaterThan(9);
});
