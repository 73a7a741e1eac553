import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import type { Resolve } from "../../../../../src/read/source/lookup.js";
import { folderOf, load, openapi, target } from "./folder.js";

type Answer = string | ((request: IncomingMessage, response: ServerResponse) => void);

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Upstream {
  readonly origin: string;
  readonly port: number;
  readonly seen: string[];
  readonly headers: IncomingMessage["headers"][];
}

/** Answers by path (with query); 404 else. */
async function upstream(answers: Readonly<Record<string, Answer>>): Promise<Upstream> {
  const seen: string[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    headers.push(request.headers);
    const answer = answers[request.url ?? ""];
    if (typeof answer === "function") answer(request, response);
    else response.writeHead(answer === undefined ? 404 : 200).end(answer);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push(server);
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, port, seen, headers };
}

const redirect =
  (location: string, status = 302): Answer =>
  (_, response) =>
    response.writeHead(status, { location }).end();

const paths = (...refs: string[]) => ({ paths: Object.fromEntries(refs.map((ref, i) => [`/${i}`, { $ref: ref }])) });

describe("a document by its URL", () => {
  it("is fetched without credentials; its query is not kept", async () => {
    const { origin, headers } = await upstream({ "/v1/api.json?key=s3cret": openapi() });
    const { document, list } = await load(`${origin}/v1/api.json?key=s3cret#/info`);
    expect(list).toEqual([]);
    expect([document?.file, document?.url, document?.root.at.file]).toEqual(Array(3).fill(`${origin}/v1/api.json`));
    expect(Object.keys(headers[0] ?? {})).not.toContain("authorization");
    expect(JSON.stringify(document?.place({ file: document.root.at.file, pointer: "/info" }))).not.toContain("s3cret");
  });

  it("may refer to files of its own folder, and no others", async () => {
    const { origin, seen } = await upstream({
      "/v1/api.json": openapi(
        paths("a.json", "sub/b.json", "/v1/c.json", "../d.json", "..%2fd.json", "/v2/e.json", "api.json#/info"),
      ),
      "/v1/a.json": "1",
      "/v1/sub/b.json": "2",
      "/v1/c.json": "3",
    });
    const loading = await load(`${origin}/v1/api.json`);
    expect(["a.json", "sub/b.json", "/v1/c.json"].map((ref) => target(loading, ref))).toEqual([1, 2, 3]);
    expect(target(loading, "api.json#/info/title")).toBe("T");
    expect(loading.list.map((d) => [d.code, d.message.split('"')[1], d.fix])).toEqual(
      ["../d.json", "..%2fd.json", "/v2/e.json"].map((ref) => [
        "REF_REFUSED",
        ref,
        `If you trust it, allow it with --allow-refs ${origin}`,
      ]),
    );
    expect(seen.toSorted()).toEqual(["/v1/a.json", "/v1/api.json", "/v1/c.json", "/v1/sub/b.json"]);
  });

  it("never refers to files of this machine", async () => {
    const folder = folderOf({ "a.json": '{"secret": "canary"}' });
    const refs = [`file://${folder}/a.json`, `${folder}/a.json`];
    const { origin } = await upstream({ "/v1/api.json": openapi(paths(...refs)) });
    const loading = await load(`${origin}/v1/api.json`, { cwd: folder, allowRefs: ["."] });
    expect([loading.codes, refs.map((ref) => target(loading, ref))]).toEqual([
      ["REF_REFUSED", "REF_REFUSED"],
      [undefined, undefined],
    ]);
  });

  it("is relative to where redirects within the origin lead", async () => {
    const { origin } = await upstream({
      "/latest": redirect("/v3/api.json", 307),
      "/v3/api.json": openapi(paths("a.json")),
      "/v3/a.json": "1",
    });
    const loading = await load(`${origin}/latest`);
    expect([loading.list, loading.document?.url, target(loading, "a.json")]).toEqual([[], `${origin}/v3/api.json`, 1]);
  });

  it.each<[string, Readonly<Record<string, Answer>>, string, RegExp]>([
    ["an error", {}, "FETCH_FAILED", /answers 404$/],
    [
      "a redirect to another origin",
      { "/": redirect("http://localhost:9/x") },
      "FETCH_FAILED",
      /redirects to another origin: http:\/\/localhost:9\/x$/,
    ],
    ["a redirect to nowhere", { "/": redirect("http://[") }, "FETCH_FAILED", /redirects to nowhere$/],
    ["a loop of redirects", { "/": redirect("/") }, "FETCH_FAILED", /more than 5 redirects$/],
    [
      "a body that its length says is too long",
      { "/": openapi({ x: "x".repeat(3000) }) },
      "LIMIT_EXCEEDED",
      /more than the limit of 2 KiB/,
    ],
    [
      "a body that never ends",
      { "/": (_, r) => void r.write("x".repeat(3000)) },
      "LIMIT_EXCEEDED",
      /more than the limit of 2 KiB/,
    ],
    [
      "a small body that unpacks to a large one",
      { "/": (_, r) => void r.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("x".repeat(1e6))) },
      "LIMIT_EXCEEDED",
      /more than the limit of 2 KiB/,
    ],
    ["silence", { "/": () => {} }, "FETCH_FAILED", /no whole answer within 300 ms$/],
    ["a body that stalls", { "/": (_, r) => void r.write("{") }, "FETCH_FAILED", /no whole answer within 300 ms$/],
    [
      "a broken connection",
      { "/": (q) => q.socket.destroy() },
      "FETCH_FAILED",
      /the connection was cut \(UND_ERR_SOCKET\)/,
    ],
  ])("%s is an error", async (_, answers, code, message) => {
    const { origin } = await upstream(answers);
    const { document, list } = await load(`${origin}/`, { timeoutMs: 300, limits: { bytes: 2048 } });
    expect([document, list.map((d) => d.code)]).toEqual([undefined, [code]]);
    expect(list[0]?.message).toMatch(message);
  });
});

const toLoopback: Resolve = async () => [{ address: "127.0.0.1", family: 4 }];

describe("S-11 an origin that is allowed", () => {
  it("S-11 is that scheme, host and port, and is fetched without credentials", async () => {
    const { origin, port, headers } = await upstream({ "/a.json": '{"b": {"$ref": "b.json"}}', "/b.json": "1" });
    const other = await upstream({ "/a.json": "2" });
    const folder = folderOf({
      "api.json": openapi(
        paths(
          `${origin}/a.json`,
          `${other.origin}/a.json`,
          `http://localhost:${port}/a.json`,
          `http://localhost.:${port}/a.json`,
        ),
      ),
    });
    const loading = await load("api.json", { cwd: folder, allowRefs: [origin] });
    const a = loading.document?.resolve(`${origin}/a.json`, { file: "api.json", pointer: "" });
    expect(a?.at).toEqual({ file: `${origin}/a.json`, pointer: "" });
    expect(a && loading.document?.resolve("b.json", a.at)?.value).toBe(1);
    expect(loading.codes).toEqual(["REF_REFUSED", "REF_REFUSED", "REF_REFUSED"]);
    expect(other.seen).toEqual([]);
    expect(headers.flatMap((h) => Object.keys(h)).filter((h) => h === "authorization" || h === "cookie")).toEqual([]);
  });

  it("S-11 may be one folder of an origin", async () => {
    const { origin, seen } = await upstream({ "/v1/a.json": "1", "/v10/a.json": "2" });
    const folder = folderOf({ "api.json": openapi(paths(`${origin}/v1/a.json`, `${origin}/v10/a.json`)) });
    const loading = await load("api.json", { cwd: folder, allowRefs: [`${origin}/v1`] });
    expect([loading.codes, seen]).toEqual([["REF_REFUSED"], ["/v1/a.json"]]);
  });

  it("S-11 is not left by a redirect", async () => {
    const other = await upstream({ "/x": "2" });
    const { origin } = await upstream({ "/a.json": redirect(`${other.origin}/x`) });
    const folder = folderOf({ "api.json": openapi(paths(`${origin}/a.json`)) });
    const { list } = await load("api.json", { cwd: folder, allowRefs: [origin] });
    expect(list.map((d) => [d.code, d.message])).toEqual([
      ["REF_UNREADABLE", `$ref "${origin}/a.json": ${origin}/a.json redirects to another origin: ${other.origin}/x`],
    ]);
    expect(other.seen).toEqual([]);
  });

  it.each([
    ["https://schemas.test", "127.0.0.1"],
    ["https://schemas.test.", "127.0.0.1"],
    ["https://schemas.test", "::ffff:127.0.0.1"],
    ["https://schemas.test", "169.254.169.254"],
    ["https://schemas.test", "10.1.2.3"],
    ["https://schemas.test", "fd00::1"],
    ["https://schemas.test", "::1"],
    ["https://schemas.test", "64:ff9b::7f00:1"],
    ["http://localhost", "10.0.0.1"],
  ])("S-11 %s is refused where its name leads to %s, before anything is sent", async (base, address) => {
    const { port, seen } = await upstream({});
    const origin = `${base}:${port}`;
    const folder = folderOf({ "api.json": openapi(paths(`${origin}/a.json`)) });
    const resolveHost: Resolve = async () => [{ address, family: address.includes(":") ? 6 : 4 }];
    const { list } = await load("api.json", { cwd: folder, allowRefs: [origin], resolveHost });
    const { hostname } = new URL(base);
    expect(list.map((d) => [d.code, d.message])).toEqual([
      [
        "REF_UNREADABLE",
        `$ref "${origin}/a.json": ${origin}/a.json: refused: ${hostname} is the internal address ${address}`,
      ],
    ]);
    expect(seen).toEqual([]);
  });

  it("S-11 one address among several that is internal is enough", async () => {
    const folder = folderOf({ "api.json": openapi(paths("https://schemas.test/a.json")) });
    const resolveHost: Resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const { list } = await load("api.json", { cwd: folder, allowRefs: ["https://schemas.test"], resolveHost });
    expect(list[0]?.message).toContain("schemas.test is the internal address 127.0.0.1");
  });

  it("S-11 localhost may be this machine", async () => {
    const { port } = await upstream({ "/a.json": "1" });
    const origin = `http://localhost:${port}`;
    const folder = folderOf({ "api.json": openapi(paths(`${origin}/a.json`)) });
    const loading = await load("api.json", { cwd: folder, allowRefs: [origin], resolveHost: toLoopback });
    expect([loading.list, target(loading, `${origin}/a.json`)]).toEqual([[], 1]);
  });

  it("S-11 the host that the user named stays where it was first", async () => {
    const { port, seen } = await upstream({
      "/api.json": openapi(paths("a.json", "b.json")),
      "/a.json": "1",
      "/b.json": "2",
    });
    let asked = 0;
    const resolveHost: Resolve = async () => {
      asked += 1;
      return [{ address: asked === 1 ? "127.0.0.1" : "10.9.9.9", family: 4 }];
    };
    const loading = await load(`http://specs.test:${port}/api.json`, { resolveHost, timeoutMs: 2000 });
    expect([loading.list, asked, seen.toSorted()]).toEqual([[], 1, ["/a.json", "/api.json", "/b.json"]]);
  });

  it("does not wait for a silent server twice", async () => {
    const { origin, seen } = await upstream({ "/a": () => {}, "/b": () => {} });
    const folder = folderOf({ "api.json": openapi(paths(`${origin}/a`, `${origin}/b`)) });
    const { codes } = await load("api.json", { cwd: folder, allowRefs: [origin], timeoutMs: 200 });
    expect([codes, seen]).toEqual([["REF_UNREADABLE", "REF_UNREADABLE"], ["/a"]]);
  });
});
