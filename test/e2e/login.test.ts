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
    const folder = join(box.dir, ".local/state/toolgen/logins");
    expect(err.split("\n").slice(0, -1)).toEqual([
      "To sign in, open",
      expect.stringMatching(/^ {2}http:\S+$/),
      "Waiting for the browser; Ctrl-C stops.",
      "signed in to pets (oauth)",
      "  scopes: pets:read",
      "  it is renewed by itself",
      `  it is in a file that only you can read, in ${folder}`,
    ]);
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
    [
      "a scheme that there is not",
      ["nobody"],
      {},
      2,
      "pets has no scheme nobody\n      Its schemes with a login: oauth.",
    ],
    ["a scheme that is misspelt", ["oatuh"], {}, 2, "pets has no scheme oatuh\n      Did you mean oauth?"],
    [
      "a flow that there is not",
      ["--device"],
      {},
      1,
      "The scheme oauth has no device flow.\n      Its document may have an authorization code flow",
    ],
    ["a port that is none", ["--port", "0"], {}, 2, '--port: "0" is not a port'],
    ["nobody who signs in", ["--timeout", "300ms"], {}, 1, "Nobody signed in in time"],
  ] as const)("ends with %s", async (_, words, more, code, said) => {
    await using identity = await openIdentity();
    await generate(identity);
    const ended = await box.run(["login", "pets", ...words], { env: { ...env, ...more } });
    expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(said)]);
  });

  it("asks which scheme is meant where there are several, and says what to do for one without a login", async () => {
    await using identity = await openIdentity();
    const document = JSON.parse(petsDocument(identity));
    const { schemes } = { schemes: document.components.securitySchemes };
    Object.assign(schemes, { work: schemes.oauth, key: { type: "apiKey", in: "header", name: "x-key" } });
    document.paths["/pets"].get.security.push({ work: [] }, { key: [] });
    await generate(identity, JSON.stringify(document));
    const said = async (...words: string[]) => {
      const { code, err } = await box.run(["login", "pets", ...words], { env });
      return [code, ...err.trim().split("\n").slice(0, 2)];
    };
    expect([await said(), await said("key"), await said("--revoke", "key"), await said("wrok")]).toEqual([
      [2, "error pets has several schemes to sign in with", "      Name one of oauth, work."],
      [1, "error Nobody can sign in with the scheme key of pets: it has no login", "      Set PETS_KEY instead."],
      [1, "error Nobody can sign in with the scheme key of pets: it has no login", "      Set PETS_KEY instead."],
      [2, "error pets has no scheme wrok", "      Did you mean work?"],
    ]);
    expect(await said("work")).toEqual([
      1,
      "error PETS_WORK_CLIENT_ID is not set",
      "      The service gives an id to each client that is registered with it; and a secret, for PETS_WORK_CLIENT_SECRET, to some.",
    ]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("ends at once by %s, and keeps nothing", async (signal) => {
    await using identity = await openIdentity();
    await generate(identity);
    const { child, ended } = box.start(["login", "pets"], { env });
    await new Promise<void>((resolve) => {
      child.stderr.on("data", (text: string) => text.includes("Ctrl-C") && resolve());
    });
    child.kill(signal);
    const { code, err } = await ended;
    expect([code, err.trim().split("\n").at(-1), box.has(".local")]).toEqual([
      130,
      "error Nobody was signed in",
      false,
    ]);
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
