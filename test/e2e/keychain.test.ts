/** `toolgen login` where the operating system has a keychain. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { build, type Ended, Sandbox } from "./cli.js";
import { browse, type Identity, openIdentity, PUBLIC, petsDocument } from "./identity.js";
import { hasKeychain, openSession, type Session } from "./keychain.js";

beforeAll(build, 120_000);

let box: Sandbox;
let home: string;
beforeEach(() => {
  box = new Sandbox();
  home = mkdtempSync(join(tmpdir(), "toolgen-keychain-"));
});
afterEach(() => {
  box.clear();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function generate(identity: Identity): Promise<void> {
  const openIdConnectUrl = `${identity.origin}/.well-known/openid-configuration`;
  box.put("pets.json", petsDocument(identity, { type: "openIdConnect", openIdConnectUrl }));
  await box.run(["openapi", "pets.json", "--out", "pets", "--allow-origin", identity.origin]);
}

const run = (words: readonly string[], { env }: Session, more: object = {}): Promise<Ended> =>
  box.run(words, { env: { PETS_OAUTH_CLIENT_ID: PUBLIC, ...env, ...more } });

async function login({ env }: Session): Promise<Ended> {
  const { child, ended } = box.start(["login", "pets"], { env: { PETS_OAUTH_CLIENT_ID: PUBLIC, ...env } });
  const said = await new Promise<string>((resolve) => {
    let text = "";
    child.stderr.on("data", (more: string) => {
      text += more;
      if (text.includes("Ctrl-C")) resolve(text);
    });
    child.on("close", () => resolve(text));
  });
  await browse(/^ {2}(http\S+)$/m.exec(said)?.[1] ?? "");
  return ended;
}

const call = ["call", "pets", "list_pets", "--json"];
const folder = (): string => join(box.dir, ".local/state/toolgen/logins");
const files = (): string[] => readdirSync(folder()).map((name) => readFileSync(join(folder(), name), "utf8"));

describe.skipIf(!hasKeychain)("a login and gnome-keyring (skipped where there is none)", () => {
  it("is kept there, used from there, and gone from there at the end", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    await using session = await openSession(home, "of this test");
    const { code, err } = await login(session);
    expect([code, err]).toEqual([0, expect.stringContaining("it is renewed by itself\n  it is in the keychain\n")]);
    const pointer = '{"version":1,"in":"keychain"}';
    expect(files()).toEqual([pointer]);
    const [name] = readdirSync(folder());
    expect(JSON.parse((await run(call, session)).out)).toMatchObject({ ok: true, data: [{ name: "Rex" }] });
    const out = await run(["login", "pets", "--revoke"], session);
    expect([out.code, out.err]).toEqual([0, "signed out of pets (oauth); the service has taken the tokens back\n"]);
    expect(files()).toEqual([]);
    // Whoever still looks into the keychain finds nothing.
    box.put(`.local/state/toolgen/logins/${name}`, pointer);
    expect(JSON.parse((await run(call, session)).out)).toMatchObject({ error: { code: "credentials_missing" } });
  });

  it("is in a file where the keychain is locked and nobody can be asked, and that is said", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    {
      await using session = await openSession(home, "of this test");
      expect((await login(session)).err).toContain("it is in the keychain");
    }
    await using locked = await openSession(home);
    expect(JSON.parse((await run(call, locked)).out).error).toEqual({
      code: "credentials_missing",
      message: "Not sent: the login is in the keychain, and that cannot be opened.",
      hint: "Whoever runs the host has to unlock it; or sign in again with TOOLGEN_LOGINS=file, which keeps logins in files.",
    });
    const { code, err } = await login(locked);
    const said = `no keychain takes it: it is in a file that only you can read, in ${folder()}\n`;
    expect([code, err]).toEqual([0, expect.stringContaining(said)]);
    expect(JSON.parse((await run(call, locked)).out)).toMatchObject({ ok: true });
  });
});
