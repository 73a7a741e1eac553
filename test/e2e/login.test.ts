/** `toolgen login` against oidc-provider, as someone at a terminal and a browser goes about it. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { build, type Ended, Sandbox } from "./cli.js";
import { browse, CONFIDENTIAL, type Identity, openIdentity, PUBLIC, petsDocument } from "./identity.js";

beforeAll(build, 120_000);

let box: Sandbox;
afterEach(() => box.clear());

const env = { TOOLGEN_LOGINS: "file", PETS_OAUTH_CLIENT_ID: PUBLIC };

async function generate(identity: Identity, document = petsDocument(identity), allow = identity.origin): Promise<void> {
  box = new Sandbox();
  box.put("pets.json", document);
  const { code, err } = await box.run(["openapi", "pets.json", "--out", "pets", "--allow-origin", allow]);
  expect(code, err).toBe(0);
}

/** Starts a login, and does in a browser what it says. */
async function login(
  words: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<Ended & { page: string }> {
  const { child, ended } = box.start(["login", "pets", ...words], { env: { ...env, ...more } });
  const said = await new Promise<string>((resolve) => {
    let text = "";
    child.stderr.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes("Ctrl-C")) resolve(text);
    });
    child.on("close", () => resolve(text));
  });
  const url = /^ {2}(http\S+)$/m.exec(said)?.[1];
  const code = /and enter (\S+)/.exec(said)?.[1];
  const page = url === undefined ? "" : await browse(url, code === undefined ? {} : { user_code: code });
  return { ...(await ended), page };
}

const call = (more: Record<string, string> = {}): Promise<Ended> =>
  box.run(["call", "pets", "list_pets", "--json"], { env: { ...env, ...more } });

const stored = (): { file: string; text: string }[] => {
  const folder = join(box.dir, ".local/state/toolgen/logins");
  return readdirSync(folder).map((name) => ({
    file: join(folder, name),
    text: readFileSync(join(folder, name), "utf8"),
  }));
};

describe("toolgen login", () => {
  it("signs in through a browser; calls use the token; nobody sees it", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    const before = await call();
    expect(JSON.parse(before.out)).toMatchObject({
      error: { code: "credentials_missing", hint: expect.stringContaining("toolgen login <folder of pets> oauth") },
    });
    const { code, out, err, page } = await login();
    expect([code, out]).toEqual([0, ""]);
    expect(err).toContain("signed in to pets (oauth)\n  scopes: pets:read\n  it is renewed by itself");
    expect(page).toContain("You are signed in");
    const after = await call();
    expect(JSON.parse(after.out)).toMatchObject({ ok: true, data: [{ name: "Rex" }] });
    const [kept] = stored();
    const { access, refresh } = JSON.parse(kept?.text ?? "{}") as { access: string; refresh: string };
    expect(identity.shown).toEqual([access]);
    for (const text of [err, page, after.out, after.err]) {
      expect(text).not.toContain(access);
      expect(text).not.toContain(refresh);
    }
    expect(stored()).toHaveLength(1);
    expect([statSync(kept?.file ?? "").mode & 0o777, statSync(join(kept?.file ?? "", "..")).mode & 0o777]).toEqual([
      0o600, 0o700,
    ]);
  });

  it("signs a confidential client in", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    const client = { PETS_OAUTH_CLIENT_ID: CONFIDENTIAL.id, PETS_OAUTH_CLIENT_SECRET: CONFIDENTIAL.secret };
    expect((await login(["--scope", "pets:read", "--json"], client)).out).toContain('"renewable": true');
    expect(JSON.parse((await call(client)).out)).toMatchObject({ ok: true });
    expect(stored()[0]?.text).not.toContain(CONFIDENTIAL.secret);
  });

  it("finds the endpoints of OpenID Connect, and asks for a token that can be renewed", async () => {
    await using identity = await openIdentity();
    const openIdConnectUrl = `${identity.origin}/.well-known/openid-configuration`;
    await generate(identity, petsDocument(identity, { type: "openIdConnect", openIdConnectUrl }));
    const { code, err } = await login(["oauth"]);
    expect([code, err]).toEqual([0, expect.stringContaining("scopes: pets:read openid offline_access")]);
    expect(JSON.parse((await call()).out)).toMatchObject({ ok: true });
    const device = await login(["oauth", "--device"]);
    expect([device.code, device.page]).toEqual([0, expect.stringContaining("Sign-in Success")]);
    expect(JSON.parse((await call()).out)).toMatchObject({ ok: true });
  });

  it("gives the tokens back", async () => {
    await using identity = await openIdentity();
    const openIdConnectUrl = `${identity.origin}/.well-known/openid-configuration`;
    await generate(identity, petsDocument(identity, { type: "openIdConnect", openIdConnectUrl }));
    await login();
    const { access } = JSON.parse(stored()[0]?.text ?? "{}") as { access: string };
    const out = await box.run(["login", "pets", "--revoke"], { env });
    expect([out.code, out.err]).toEqual([0, "signed out of pets (oauth); the service has taken the tokens back\n"]);
    expect(stored()).toEqual([]);
    expect(JSON.parse((await call({ PETS_OAUTH: access })).out)).toMatchObject({ ok: false, error: { status: 401 } });
    expect((await box.run(["login", "pets", "--revoke"], { env })).err).toBe("Nobody was signed in to pets (oauth)\n");
  });

  it("A-12 50 calls in each of 3 processes renew a token that ran out once, and all succeed", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    await login();
    const [kept] = stored();
    const old = JSON.parse(kept?.text ?? "{}") as { expiresAt: number; obtainedAt: number };
    box.put(
      `.local/state/toolgen/logins/${kept?.file.split("/").at(-1)}`,
      JSON.stringify({ ...old, obtainedAt: old.obtainedAt - 7_200_000, expiresAt: old.expiresAt - 7_200_000 }),
    );
    const lines = Array.from({ length: 50 }, (_, i) => `{"id":"${i}","name":"list_pets"}\n`).join("");
    const ends = await Promise.all([1, 2, 3].map(() => box.run(["run", "pets"], { env, input: lines })));
    const results = ends.flatMap(({ out }) =>
      out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { ok: boolean }),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(150);
    expect(identity.grants.filter(({ type }) => type === "refresh_token")).toEqual([
      { type: "refresh_token", ok: true },
    ]);
    expect(new Set(identity.shown).size).toBe(1);
  });

  it.each([
    ["no client", [], { PETS_OAUTH_CLIENT_ID: "" }, 1, "PETS_OAUTH_CLIENT_ID is not set"],
    ["a scheme that there is not", ["nobody"], {}, 2, "Nobody can sign in with the scheme nobody of pets"],
    ["a port that is none", ["--port", "0"], {}, 2, '--port: "0" is not a port'],
    ["nobody who signs in", ["--timeout", "300ms"], {}, 1, "Nobody signed in in time"],
  ] as const)("ends with %s", async (_, words, more, code, said) => {
    await using identity = await openIdentity();
    await generate(identity);
    const ended = await box.run(["login", "pets", ...words], { env: { ...env, ...more } });
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(said)]);
  });

  it("ends where its port is taken", async () => {
    await using identity = await openIdentity();
    await generate(identity);
    const ended = await box.run(["login", "pets", "--port", new URL(identity.api).port], { env });
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining("Nobody can wait for the browser at port")]);
  });

  it("sends nothing to a server that was not allowed", async () => {
    await using identity = await openIdentity();
    await generate(identity, petsDocument(identity), "https://elsewhere.test");
    const ended = await box.run(["login", "pets"], { env });
    expect([ended.code, ended.err]).toEqual([1, expect.stringContaining(`--allow-origin ${identity.origin}`)]);
    expect(identity.grants).toEqual([]);
  });
});
