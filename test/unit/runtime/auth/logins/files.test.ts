import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileLogins } from "../../../../../src/runtime/auth/logins/files.js";
import { keychainLogins } from "../../../../../src/runtime/auth/logins/keychain.js";
import { stateFolder } from "../../../../../src/runtime/auth/logins/user.js";
import { build } from "../../../../e2e/cli.js";

// A process that can be killed runs what is built.
beforeAll(build, 120_000);

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "toolgen-logins-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const mode = (path: string): number => statSync(path).mode & 0o777;
const KEY = "kit_oauth-0123";
const BUILT = new URL("../../../../../dist/runtime/auth/logins/files.js", import.meta.url).pathname;

describe("A-15 the file of a login", () => {
  it("is for its owner alone, and so is its folder", async () => {
    const folder = join(root, "a/b/logins");
    const store = fileLogins(folder);
    const before = process.umask(0);
    await store.save(KEY, "secret");
    process.umask(before);
    expect([mode(folder), mode(join(folder, `${KEY}.json`)), await store.load(KEY)]).toEqual([0o700, 0o600, "secret"]);
    expect(readdirSync(folder)).toEqual([`${KEY}.json`]);
  });

  it("is made so where it was not", async () => {
    const file = join(root, `${KEY}.json`);
    writeFileSync(file, "old");
    chmodSync(file, 0o644);
    chmodSync(root, 0o755);
    const store = fileLogins(root);
    expect([await store.load(KEY), mode(file)]).toEqual(["old", 0o600]);
    await store.save(KEY, "new");
    expect([await store.load(KEY), mode(root)]).toEqual(["new", 0o700]);
  });

  it("is not followed where it is a link", async () => {
    writeFileSync(join(root, "elsewhere"), "another's");
    symlinkSync(join(root, "elsewhere"), join(root, `${KEY}.json`));
    const store = fileLogins(root);
    await expect(store.load(KEY)).rejects.toThrow();
    await store.save(KEY, "mine");
    expect([readFileSync(join(root, "elsewhere"), "utf8"), await store.load(KEY)]).toEqual(["another's", "mine"]);
  });

  it.runIf(process.getuid?.() === 0)(
    "is not trusted to a folder of someone else's (skipped where files cannot be given away)",
    async () => {
      const folder = join(root, "logins");
      const store = fileLogins(folder);
      await store.save(KEY, "mine");
      chownSync(join(folder, `${KEY}.json`), 1, 1);
      await expect(store.load(KEY)).rejects.toThrow("The file of a login is not what toolgen wrote.");
      chownSync(folder, 1, 1);
      await expect(store.save(KEY, "new")).rejects.toThrow("The folder of the logins is not the user's own.");
      await expect(store.locked(KEY, async () => "in")).rejects.toThrow(
        "The folder of the logins is not the user's own.",
      );
    },
  );

  it("is not written through a folder that is a link, and a folder that others may write is closed", async () => {
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(root, "logins"));
    await expect(fileLogins(join(root, "logins")).save(KEY, "mine")).rejects.toThrow("not the user's own");
    expect(readdirSync(join(root, "elsewhere"))).toEqual([]);
    mkdirSync(join(root, "open"));
    chmodSync(join(root, "open"), 0o777);
    await fileLogins(join(root, "open")).save(KEY, "mine");
    expect(mode(join(root, "open"))).toBe(0o700);
  });

  it("is the old one where the disk is full, and nothing is left of the new one", async () => {
    await fileLogins(root).save(KEY, "old");
    const script = `const { fileLogins } = await import(${JSON.stringify(BUILT)});
      process.on("SIGXFSZ", () => undefined);
      await fileLogins(${JSON.stringify(root)}).save(${JSON.stringify(KEY)}, "x".repeat(900_000)).then(() => console.log("saved"), (e) => console.log(e.code));`;
    // A limit of the shell's on the size of a file, in blocks, stands for a disk without room.
    const child = spawn("sh", [
      "-c",
      'ulimit -f 8; exec "$0" "$@"',
      process.execPath,
      "--input-type=module",
      "-e",
      script,
    ]);
    const [said] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
    await once(child, "close");
    expect([said.trim(), readdirSync(root), await fileLogins(root).load(KEY)]).toEqual([
      "EFBIG",
      [`${KEY}.json`],
      "old",
    ]);
  });

  it("is none where there is no folder, and stays none when it is removed", async () => {
    const store = fileLogins(join(root, "nowhere"));
    expect(await store.load(KEY)).toBeUndefined();
    await store.remove(KEY);
    await expect(fileLogins(root).save("../x", "")).rejects.toThrow("no file name");
  });

  it("is whole whenever its writer is killed, and what is left behind goes", async () => {
    const script = `const { fileLogins } = await import(${JSON.stringify(BUILT)});
      const store = fileLogins(${JSON.stringify(root)});
      for (let i = 0; ; i++) { await store.save(${JSON.stringify(KEY)}, JSON.stringify({ i, pad: "x".repeat(200_000) })); if (i === 0) console.log("on"); }`;
    for (const after of [0, 3, 7, 11]) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
      await once(child.stdout, "data");
      await sleep(after);
      child.kill("SIGKILL");
      await once(child, "close");
      const text = await fileLogins(root).load(KEY);
      expect(JSON.parse(text ?? "")).toMatchObject({ pad: "x".repeat(200_000) });
    }
    for (const name of readdirSync(root)) utimesSync(join(root, name), 0, 0);
    await fileLogins(root).save(KEY, "last");
    expect(readdirSync(root)).toEqual([`${KEY}.json`]);
  });

  it("is one writer's or the other's, never half of each", async () => {
    const texts = ["a".repeat(300_000), "b".repeat(300_000)];
    const store = fileLogins(root);
    const seen = new Set<string>();
    const writers = texts.map(async (text) => {
      for (let i = 0; i < 20; i++) {
        await store.save(KEY, text);
        seen.add((await store.load(KEY)) ?? "");
      }
    });
    await Promise.all(writers);
    expect([...seen].filter((text) => !texts.includes(text))).toEqual([]);
  });
});

describe("A-12 the lock of a login", () => {
  const times = { beatMs: 20, staleMs: 150, waitMs: 5000 };

  it("lets one in at a time", async () => {
    let inside = 0;
    const most: number[] = [];
    const stores = [fileLogins(root, times), fileLogins(root, times)];
    await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        stores[i % 2]?.locked(KEY, async () => {
          most.push(++inside);
          await sleep(5);
          inside--;
        }),
      ),
    );
    expect(most).toEqual(Array(12).fill(1));
    expect(readdirSync(root)).toEqual([]);
  });

  it("of a process that died is broken, once", async () => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, `${KEY}.json.lock`), "dead");
    let inside = 0;
    const most: number[] = [];
    await Promise.all(
      Array.from({ length: 4 }, () =>
        fileLogins(root, times).locked(KEY, async () => {
          most.push(++inside);
          await sleep(20);
          inside--;
        }),
      ),
    );
    expect(most).toEqual([1, 1, 1, 1]);
  });

  it("of one who works for long is not", async () => {
    const order: string[] = [];
    const long = fileLogins(root, times).locked(KEY, async () => {
      await sleep(600);
      order.push("long");
    });
    await sleep(20);
    await fileLogins(root, times).locked(KEY, async () => void order.push("next"));
    await long;
    expect(order).toEqual(["long", "next"]);
  });

  it("is not waited for for ever, and is given back by work that fails", async () => {
    const store = fileLogins(root, { ...times, waitMs: 50 });
    const held = store.locked(KEY, () => sleep(300));
    await sleep(20);
    await expect(store.locked(KEY, async () => undefined)).rejects.toThrow("not given back in time");
    await held;
    await expect(store.locked(KEY, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await store.locked(KEY, async () => "free")).toBe("free");
  });
});

describe("the keychain", () => {
  const chain = (change: object = {}) => {
    const kept = new Map<string, string>();
    return {
      kept,
      read: async (name: string) => kept.get(name),
      write: async (name: string, text: string) => void kept.set(name, text),
      remove: async (name: string) => void kept.delete(name),
      ...change,
    };
  };

  it("keeps the login, and no file does", async () => {
    const keychain = chain();
    const store = keychainLogins(fileLogins(root), async () => keychain);
    await store.save(KEY, "secret");
    expect([await store.load(KEY), keychain.kept.get(KEY)]).toEqual(["secret", "secret"]);
    expect(readFileSync(join(root, `${KEY}.json`), "utf8")).not.toContain("secret");
    await store.remove(KEY);
    expect([await store.load(KEY), keychain.kept.size]).toEqual([undefined, 0]);
  });

  it.each([
    ["is not there", undefined],
    ["refuses", chain({ write: () => Promise.reject(new Error("AccessDenied")) })],
    ["cuts", chain({ read: async () => "sec" })],
    ["does not answer", chain({ write: () => new Promise(() => undefined) })],
  ])("that %s leaves the login to the file, and says so", async (_, keychain) => {
    const store = keychainLogins(fileLogins(root), async () => keychain, 20);
    await store.save(KEY, "secret");
    expect([await store.load(KEY), readFileSync(join(root, `${KEY}.json`), "utf8"), store.place()]).toEqual([
      "secret",
      "secret",
      "file",
    ]);
    await store.remove(KEY);
    expect(readdirSync(root)).toEqual([]);
  });

  it.each([
    ["is gone", undefined],
    [
      "is locked",
      { read: () => Promise.reject(new Error("locked")), remove: () => Promise.reject(new Error("locked")) },
    ],
    ["does not answer", { read: () => new Promise(() => undefined), remove: () => new Promise(() => undefined) }],
  ])("that has a login and %s is said to be closed, in time, and the login stays", async (_, change) => {
    const before = keychainLogins(fileLogins(root), async () => chain());
    await before.save(KEY, "secret");
    expect(before.place()).toBe("keychain");
    const closed = change && chain(change as object);
    const store = keychainLogins(fileLogins(root), async () => closed, 20);
    for (const act of [store.load, store.remove]) {
      await expect(act(KEY)).rejects.toMatchObject({
        code: "credentials_missing",
        message: "Not sent: the login is in the keychain, and that cannot be opened.",
      });
    }
    expect(readdirSync(root)).toEqual([`${KEY}.json`]);
  });

  it("loses what is there of an earlier login, too, when someone signs out", async () => {
    let locked = false;
    const keychain = chain({
      write: async (name: string, text: string) => {
        if (locked) throw new Error("locked");
        keychain.kept.set(name, text);
      },
    });
    const store = keychainLogins(fileLogins(root), async () => keychain);
    await store.save(KEY, "old");
    locked = true;
    await store.save(KEY, "new");
    expect([await store.load(KEY), keychain.kept.size]).toEqual(["new", 1]);
    await store.remove(KEY);
    expect([await store.load(KEY), keychain.kept.size]).toEqual([undefined, 0]);
  });

  it("is not opened for whoever has no login there", async () => {
    const store = keychainLogins(fileLogins(root), () => Promise.reject(new Error("opened")));
    expect(await store.load(KEY)).toBeUndefined();
  });
});

it.each([
  ["linux", { HOME: "/home/ann" }, "/home/ann/.local/state/toolgen"],
  ["linux", { HOME: "/home/ann", XDG_STATE_HOME: "/state" }, "/state/toolgen"],
  ["linux", { HOME: "/home/ann", XDG_STATE_HOME: "relative" }, "/home/ann/.local/state/toolgen"],
  ["darwin", { HOME: "/Users/ann" }, "/Users/ann/Library/Application Support/toolgen"],
  ["win32", { HOME: "C:/ann", LOCALAPPDATA: "C:/ann/Local" }, "C:/ann/Local/toolgen"],
])("%s: %j keeps state in %s", (platform, env, want) => expect(stateFolder(env, platform)).toBe(want));
