/** a process that dies after the server took the old refresh token, and before the new one was saved. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileLogins } from "../../../../src/runtime/auth/logins/files.js";
import { loginText } from "../../../../src/runtime/auth/logins/login.js";
import { loginKey } from "../../../../src/runtime/auth/logins/store.js";
import { build } from "../../../e2e/cli.js";
import { startUpstream, type Upstream } from "../http/upstream.js";
import { aLogin } from "./logins/memory.js";

beforeAll(build, 120_000);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolgen-crash-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const BUILT = new URL("../../../../dist/runtime/index.js", import.meta.url).pathname;
const PAST = { obtainedAt: Date.now() - 7_200_000, expiresAt: Date.now() - 3_600_000 };

/** A process that makes one call, and prints its result. */
function start(origin: string): ChildProcess {
  const toolkit = {
    name: "kit",
    origins: [origin],
    servers: { default: { url: origin } },
    auth: { oauth: { type: "oauth2", flows: { authorizationCode: { tokenUrl: `${origin}/token`, scopes: {} } } } },
    tools: {
      t: {
        name: "t",
        description: "t",
        effect: "read",
        input: { type: "object" },
        auth: [{ oauth: [] }],
        http: { method: "GET", path: "/x" },
      },
    },
  };
  const script = `const { createRegistry, fileLogins } = await import(${JSON.stringify(BUILT)});
    const logins = fileLogins(${JSON.stringify(folder)}, { beatMs: 20, staleMs: 200 });
    const registry = createRegistry({ env: {}, logins });
    registry.register(${JSON.stringify(toolkit)});
    console.log(JSON.stringify(await registry.call("t", {})));
    await registry.close();`;
  return spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
}

async function resultOf(child: ChildProcess): Promise<unknown> {
  let out = "";
  child.stdout?.on("data", (text: Buffer) => {
    out += text;
  });
  await once(child, "close");
  return out === "" ? "died" : JSON.parse(out);
}

/** Rotates. The process that asks first is killed when the server has done so; `grace`: the old token is taken once more. */
async function startServer(grace: boolean, first: () => ChildProcess): Promise<Upstream> {
  let n = 0;
  return startUpstream((request, response, body) => {
    const json = { "content-type": "application/json" };
    if (request.url !== "/token") return void response.writeHead(200, json).end("{}");
    const current = new URLSearchParams(body.toString()).get("refresh_token") === `refresh-token-${n}`;
    if (n++ === 0) return void first().kill("SIGKILL");
    if (!current && !grace) return void response.writeHead(400, json).end('{"error":"invalid_grant"}');
    const tokens = { access_token: `access-token-${n}`, refresh_token: `refresh-token-${n}`, token_type: "bearer" };
    return void response.writeHead(200, json).end(JSON.stringify(tokens));
  });
}

describe("A-12 a login whose renewal was not saved, since the process died", () => {
  it.each([
    ["is renewed by the next one, where the server takes the old token once more", true],
    ["stays, is said to have ended, and is made anew by signing in, where it does not", false],
  ])("%s", async (_, grace) => {
    let child: ChildProcess | undefined;
    await using server: Upstream = await startServer(grace, () => child as ChildProcess);
    const store = fileLogins(folder);
    const key = loginKey({ toolkit: "kit", scheme: "oauth", origins: [server.origin] });
    const old = loginText(aLogin(`${server.origin}/token`, PAST));
    await store.save(key, old);

    child = start(server.origin);
    expect(await resultOf(child)).toBe("died");
    // The lock of the dead is there, the login as it was.
    expect([readdirSync(folder).length, await store.load(key)]).toEqual([2, old]);

    const second = await resultOf(start(server.origin));
    if (grace) {
      expect(second).toMatchObject({ ok: true });
      expect(JSON.parse((await store.load(key)) ?? "")).toMatchObject({ refresh: "refresh-token-2" });
    } else {
      expect(second).toMatchObject({
        error: {
          message: "Not sent: the login for oauth has ended.",
          hint: "Whoever runs the host has to sign in again: toolgen login <folder of kit> oauth.",
        },
      });
      expect(await store.load(key)).toBe(old);
      await store.save(key, loginText(aLogin(`${server.origin}/token`)));
      expect(await resultOf(start(server.origin))).toMatchObject({ ok: true });
    }
    expect(readdirSync(folder)).toEqual([`${key}.json`]);
  });
});
