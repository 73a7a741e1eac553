/** no command prints a credential, or writes one, whatever the service says back. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { canary, leakIn } from "../unit/runtime/canary.js";
import { startUpstream, type Upstream } from "../unit/runtime/http/upstream.js";
import { build, Sandbox } from "./cli.js";

beforeAll(build, 120_000);

let box: Sandbox;
afterEach(() => box.clear());

const SCHEMES: Readonly<Record<string, (origin: string) => object>> = {
  header: () => ({ type: "apiKey", in: "header", name: "X-Key" }),
  query: () => ({ type: "apiKey", in: "query", name: "key" }),
  cookie: () => ({ type: "apiKey", in: "cookie", name: "sid" }),
  bearer: () => ({ type: "http", scheme: "bearer" }),
  basic: () => ({ type: "http", scheme: "basic" }),
  ready: () => ({ type: "openIdConnect", openIdConnectUrl: "https://id.test/.well-known/openid-configuration" }),
  client: (origin) => ({
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: `${origin}/token`, scopes: {} } },
  }),
  tls: () => ({ type: "mutualTLS" }),
};
const PATHS = ["echo", "refuse", "reset", "lines"];

const ENV = {
  KIT_HEADER: canary("header"),
  KIT_QUERY: canary("query", "/+"),
  KIT_COOKIE: canary("cookie"),
  KIT_BEARER: `Bearer ${canary("bearer")}`,
  KIT_READY: canary("ready"),
  KIT_CLIENT_CLIENT_ID: "cli",
  KIT_CLIENT_CLIENT_SECRET: canary("secret"),
  KIT_TLS_CERT: `${canary("folder")}/a.pem`,
  KIT_TLS_KEY: `${canary("folder")}/a.key`,
  KIT_TLS_PASSPHRASE: canary("passphrase"),
  GQ_TOKEN: canary("graphql"),
  TOOLGEN_DEBUG: "1",
};

function documentOf(origin: string): string {
  const operations = Object.keys(SCHEMES).flatMap((scheme) =>
    PATHS.map((path) => [
      `/${path}/${scheme}`,
      {
        get: {
          operationId: `get_${path}_${scheme}`,
          security: [{ [scheme]: [] }],
          responses: { 200: { description: "ok", content: { "application/json": { schema: {} } } } },
        },
      },
    ]),
  );
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Kit", version: "1" },
    servers: [{ url: origin }],
    paths: Object.fromEntries(operations),
    components: { securitySchemes: Object.fromEntries(Object.entries(SCHEMES).map(([k, make]) => [k, make(origin)])) },
  });
}

async function startEcho(): Promise<Upstream> {
  return startUpstream((request, response, body) => {
    const said = `${request.url} ${JSON.stringify(request.headers)} ${body}`;
    const echo = JSON.stringify({ message: said, base64: Buffer.from(said).toString("base64") });
    const json = { "content-type": "application/json" };
    if (request.url === "/token")
      return void response.writeHead(200, json).end(`{"access_token":"${canary("fetched")}","token_type":"bearer"}`);
    if (request.url?.startsWith("/reset")) return void request.socket.destroy();
    if (request.url?.startsWith("/lines"))
      return void response.writeHead(200, { "content-type": "application/x-ndjson" }).end(`${echo}\n${echo}\n`);
    return void response.writeHead(request.url?.startsWith("/echo") ? 200 : 401, json).end(echo);
  });
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && !file.endsWith(".env"));

describe("A-01 a canary", () => {
  it("in each kind of credential is in nothing that a command prints or writes", async () => {
    await using upstream = await startEcho();
    box = new Sandbox();
    box.put("kit.json", documentOf(upstream.origin));
    // One of them from a file.
    box.put(".env", `KIT_BASIC=kim:${canary("basic")}\n`);
    const names = Object.keys(SCHEMES).flatMap((scheme) => PATHS.map((path) => `get_${path}_${scheme}`));
    const lines = names.map((name) => JSON.stringify({ id: name, name, progress: true })).join("\n");
    const rpc = [
      {
        id: 1,
        method: "initialize",
        params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } },
      },
      { method: "notifications/initialized" },
      { id: 2, method: "tools/list" },
      ...names.map((name, i) => ({
        id: i + 3,
        method: "tools/call",
        params: { name, arguments: {}, _meta: { progressToken: i } },
      })),
    ].map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }));
    const fast = ["--env-file", ".env", "--retries", "0", "--trace", "--audit", "audit.jsonl"];
    const commands: [words: string[], input?: string][] = [
      [["openapi", "kit.json", "--out", "kit"]],
      [["openapi", "kit.json", "--dry-run", "--json"]],
      [["openapi", "kit.json", "--dump-ir"]],
      ...["json", "openai", "openai-strict", "anthropic", "gemini", "mcp"].map((format): [string[]] => [
        ["list", "kit", "--format", format],
      ]),
      [["check", "kit", "--json"]],
      // One of each kind; `run` makes all of the calls.
      ...names
        .filter((_, i) => i % 5 === 0)
        .flatMap((name, i): [string[]][] => [
          [["call", "kit", name, ...fast, ...(i % 2 === 0 ? ["--json"] : [])]],
          [["call", "kit", name, "--dry-run", "--env-file", ".env"]],
        ]),
      [["run", "kit", ...fast], lines],
      [["run", "kit", ...fast], `[${names.map((name) => JSON.stringify({ id: name, name })).join()}]`],
      [["serve", "kit", ...fast], rpc.join("\n")],
      [["login", "kit", "client"]],
      [["login", "kit", "ready"]],
      [["graphql", `${upstream.origin}/graphql`, "--auth", "bearer", "--name", "gq"]],
    ];
    let shown = "";
    for (const [words, input] of commands) {
      const { out, err } = await box.run(words, { env: ENV, ...(input !== undefined && { input: `${input}\n` }) });
      expect([words.join(" "), leakIn(out), leakIn(err)]).toEqual([words.join(" "), undefined, undefined]);
      shown += out;
    }
    const files = filesBelow(box.dir);
    for (const file of files) expect([file, leakIn(readFileSync(file, "utf8"))]).toEqual([file, undefined]);
    expect(files.map((file) => file.slice(box.dir.length + 1))).toEqual(
      expect.arrayContaining(["audit.jsonl", "kit/manifest.json", "kit/README.md"]),
    );
    // They did arrive, each, and were said back.
    expect(shown).toContain("[redacted]");
    const arrived = upstream.seen
      .map(({ url, headers }) => `${decodeURIComponent(url)} ${JSON.stringify(headers)}`)
      .join();
    const basic = Buffer.from(`kim:${canary("basic")}`).toString("base64");
    for (const kind of ["header", "cookie", "bearer", "ready", "fetched", "graphql"])
      expect(arrived).toContain(canary(kind));
    expect([arrived.includes(canary("query", "/+")), arrived.includes(basic)]).toEqual([true, true]);
  }, 180_000);
});
