import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buildSchema, graphqlSync } from "graphql";
import { afterEach, describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import { type Credential, isEndpoint, loadGraphql } from "../../../../../src/read/graphql/load.js";

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
  readonly location?: string;
}

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: (query: string, request: IncomingMessage) => Answer) {
  const seen: { readonly query: string; readonly headers: IncomingMessage["headers"]; readonly method: string }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const query: string = text === "" ? "" : JSON.parse(text).query;
      seen.push({ query, headers: request.headers, method: request.method ?? "" });
      const { status = 200, type = "application/json", body = "", location } = answer(query, request);
      response.writeHead(status, { "content-type": type, ...(location && { location }) });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  open.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, seen };
}

async function load(url: string, credential?: Partial<Credential>) {
  const diagnostics = new Diagnostics();
  const full: Credential = {
    scheme: { type: "http", scheme: "bearer" },
    variable: "API_TOKEN",
    value: "s3cret-token",
    ...credential,
  };
  const loaded = await loadGraphql(
    [url],
    { cwd: "/", timeoutMs: 5_000, ...(credential && { credential: full }) },
    diagnostics,
  );
  return {
    loaded,
    said: diagnostics.list.map(({ code, message }) => `${code} ${message.replaceAll(/127\.0\.0\.1:\d+/g, "HOST")}`),
  };
}

const schema = buildSchema(
  "input Ref @oneOf { a: Int b: Int } type Query { pets(first: Int = 3, old: Int @deprecated, ref: Ref): String }",
);
const answered = (query: string): Answer => ({ body: graphqlSync({ schema, source: query }) });
const unknown = (field: string): Answer => ({
  status: 400,
  body: { errors: [{ message: `Cannot query field "${field}" on type "__Type".` }] },
});

describe("an endpoint", () => {
  it("tells its schema: defaults, one-of inputs and deprecated inputs too", async () => {
    const { url, seen } = await serve(answered);
    const { loaded, said } = await load(url);
    expect(said).toEqual([]);
    expect(seen.map(({ method }) => method)).toEqual(["POST"]);
    expect(loaded).toMatchObject({ endpoint: url, source: { kind: "graphql", file: url } });
    const args = loaded?.schema.getQueryType()?.getFields()["pets"]?.args ?? [];
    expect(
      args.map(({ name, defaultValue, deprecationReason }) => [name, defaultValue, deprecationReason ?? null]),
    ).toEqual([
      ["first", 3, null],
      ["old", undefined, "No longer supported"],
      ["ref", undefined, null],
    ]);
    expect(loaded?.schema.getType("Ref")).toMatchObject({ isOneOf: true });
  });

  it.each([
    ["isOneOf", 2],
    ["includeDeprecated: true) {\n        ...InputValue", 3],
    ["isRepeatable", 4],
  ])("that does not know %s is asked in a plainer way", async (word, attempts) => {
    const { url, seen } = await serve((query) =>
      query.replaceAll(/\s+/g, " ").includes(word.replaceAll(/\s+/g, " ")) ? unknown("x") : answered(query),
    );
    const { loaded } = await load(url);
    expect(seen).toHaveLength(attempts);
    expect(loaded?.schema.getQueryType()?.getFields()["pets"]).toBeDefined();
  });

  it.each([
    [
      { status: 401, body: { message: "Bad credentials" } },
      'INTROSPECTION_REFUSED http://HOST/graphql answers 401: "Bad credentials"; no credential was sent',
    ],
    [{ status: 403, body: "no" }, "INTROSPECTION_REFUSED http://HOST/graphql answers 403; no credential was sent"],
    [
      { body: { errors: [{ message: "Who?", extensions: { code: "UNAUTHENTICATED" } }] } },
      'INTROSPECTION_REFUSED http://HOST/graphql answers 200: "Who?"; no credential was sent',
    ],
    [
      { status: 400, body: { errors: [{ message: "GraphQL introspection is not allowed by Apollo Server" }] } },
      'INTROSPECTION_DISABLED http://HOST/graphql answers 400: "GraphQL introspection is not allowed by Apollo Server"',
    ],
    [
      { type: "text/html", body: "<!doctype html><title>Hi</title>" },
      "INTROSPECTION_FAILED http://HOST/graphql answers 200 with an HTML page, not with JSON",
    ],
    [
      { status: 404, type: "text/html", body: "<html>" },
      "INTROSPECTION_FAILED http://HOST/graphql answers 404 with an HTML page, not with JSON",
    ],
    [
      { body: { errors: [{ message: "Broken" }] } },
      'INTROSPECTION_FAILED http://HOST/graphql answers 200 without data.__schema: "Broken"',
    ],
    [{ body: "" }, "INTROSPECTION_FAILED http://HOST/graphql answers 200 with nothing"],
    [
      { type: "text/plain", body: "hello" },
      "INTROSPECTION_FAILED http://HOST/graphql answers 200 with what is no JSON (text/plain)",
    ],
  ])("that refuses is explained: %j", async (answer, want) => {
    const { url } = await serve(() => answer);
    expect(await load(url)).toEqual({ loaded: undefined, said: [want] });
  });

  it("may redirect within its origin, and gets the credential there", async () => {
    const { url, seen } = await serve((query, { url: path }) =>
      path === "/graphql" ? { status: 308, location: "/v2/graphql" } : answered(query),
    );
    expect((await load(url, {})).loaded).toBeDefined();
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(["Bearer s3cret-token", "Bearer s3cret-token"]);
  });

  it("may not redirect elsewhere", async () => {
    const other = await serve(answered);
    const { url } = await serve(() => ({ status: 307, location: other.url }));
    expect((await load(url, {})).said).toEqual([
      "FETCH_FAILED http://HOST/graphql redirects to another origin: http://HOST/graphql",
    ]);
    expect(other.seen).toEqual([]);
  });
});

describe("a credential", () => {
  it.each([
    [{}, { authorization: "Bearer s3cret-token" }],
    [{ scheme: { type: "http", scheme: "basic" }, value: "u:pw" }, { authorization: "Basic dTpwdw==" }],
    [{ scheme: { type: "apiKey", in: "header", name: "X-Key" } }, { "x-key": "s3cret-token" }],
  ] as const)("is sent as its scheme says: %j", async (credential, want) => {
    const { url, seen } = await serve(answered);
    await load(url, credential);
    expect(seen[0]?.headers).toMatchObject(want);
  });

  it("is in no message, even if the server repeats it", async () => {
    const { url } = await serve(() => ({ status: 401, body: { message: "s3cret-token is not known" } }));
    expect((await load(url, {})).said).toEqual([
      'INTROSPECTION_REFUSED http://HOST/graphql answers 401: "[redacted] is not known", to the value of API_TOKEN',
    ]);
  });

  it("that is not set is said", async () => {
    const { url } = await serve(answered);
    const { loaded, said } = await load(url, { value: undefined });
    expect(loaded).toBeDefined();
    expect(said).toEqual(["CREDENTIAL_MISSING API_TOKEN is not set; http://HOST/graphql is asked without it"]);
  });

  it.each([
    [
      "http://api.example.com/graphql",
      {},
      "CREDENTIAL_REFUSED http://api.example.com/graphql is plain http, so that API_TOKEN would be readable",
    ],
    [
      "https://api.example.com/graphql",
      { value: "a\r\nX: y" },
      "CREDENTIAL_REFUSED https://api.example.com/graphql: API_TOKEN holds what no header may hold: a line break, or a blank at an end",
    ],
  ])("is not sent where it must not be: %s %j", async (url, credential, want) => {
    expect((await load(url, credential)).said).toEqual([want]);
  });
});

describe("what is an endpoint", () => {
  it.each([
    ["https://api.example.com/graphql", true],
    ["https://api.example.com", true],
    ["https://shop.example.com/admin/api/2025-01/graphql.json", true],
    ["https://example.com/schema.graphql", false],
    ["https://example.com/introspection.json", false],
    ["schema.graphql", false],
    ["-", false],
  ])("%s: %s", (source, want) => {
    expect(isEndpoint(source)).toBe(want);
  });
});
