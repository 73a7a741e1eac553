import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { build, Sandbox } from "./cli.js";

const SECRET = "s3cret-key-0123456789";
const PHOTO = Buffer.from("89504e470d0a1a0a", "hex");
const box = new Sandbox();
const seen: {
  method: string | undefined;
  url: string | undefined;
  key: string | string[] | undefined;
  body: string;
}[] = [];

const server = createServer(async (request: IncomingMessage, response) => {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  seen.push({ method: request.method, url: request.url, key: request.headers["x-key"], body });
  if (request.url === "/slow") return;
  if (request.url === "/jobs") {
    response.writeHead(202, { "content-type": "application/json", location: "/jobs/1", "retry-after": "0" });
    response.end(JSON.stringify({ status: "queued" }));
    return;
  }
  if (request.url === "/jobs/1") {
    const running = seen.filter(({ url }) => url === "/jobs/1").length < 2;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(running ? { status: "running", percentComplete: 50, message: SECRET } : { rows: 7 }));
    return;
  }
  if (request.url === "/photo") {
    response.writeHead(200, { "content-type": "image/png" });
    response.end(PHOTO);
    return;
  }
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ url: request.url, key: request.headers["x-key"] }));
});

const operation = (id: string, extra: object = {}): object => ({
  operationId: id,
  summary: `${id}.`,
  responses: { 200: { description: "ok", content: { "application/json": { schema: { type: "object" } } } } },
  ...extra,
});

beforeAll(async () => {
  await build();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url: `http://127.0.0.1:${port}` }],
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
    paths: {
      "/items": { get: operation("listItems", { parameters: [limit] }), delete: operation("deleteItems") },
      "/slow": { get: operation("getSlow") },
      "/photo": { get: operation("getPhoto") },
      "/jobs": { post: operation("beginJob") },
    },
  };
  box.put("shop.json", JSON.stringify(document));
  expect(await box.run(["openapi", "shop.json", "--out", "shop"])).toMatchObject({ code: 0 });
}, 120_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
  box.clear();
});

const env = { SHOP_KEY: SECRET };

describe("toolgen call", () => {
  it("prints the text, sends the key and never shows it", async () => {
    seen.length = 0;
    const { code, out, err } = await box.run(["call", "shop", "list_items", "--args", '{"limit":3}'], { env });
    expect(seen).toEqual([{ method: "GET", url: "/items?limit=3", key: SECRET, body: "" }]);
    expect({ code, out, err }).toEqual({ code: 0, out: '{"url":"/items?limit=3","key":"[redacted]"}\n', err: "" });
  });

  it("takes arguments from a file and from standard input, and variables from a file", async () => {
    seen.length = 0;
    box.put("args.json", '{"limit":4}');
    box.put("own.env", `SHOP_KEY="${SECRET}"\n`);
    await box.run(["call", "shop", "list_items", "--args", "@args.json", "--env-file", "own.env"]);
    await box.run(["call", "shop", "list_items", "--args", "-"], { env, input: '{"limit":5}' });
    expect(seen.map((s) => [s.url, s.key])).toEqual([
      ["/items?limit=4", SECRET],
      ["/items?limit=5", SECRET],
    ]);
  });

  it("puts in what is bound at generation and at the call, which no model can give", async () => {
    seen.length = 0;
    const list = ["call", "kits/bound", "list_items"];
    await box.run(["openapi", "shop.json", "--out", "kits/bound", "--bind", "limit=env:LIMIT"]);
    await box.run(list, { env: { ...env, LIMIT: "7" } });
    await box.run([...list, "--bind", "list_*:limit=8"], { env });
    await box.run(["call", "shop", "list_items", "--bind", "limit=env:LIMIT"], { env: { ...env, LIMIT: "9" } });
    expect(seen.map(({ url }) => url)).toEqual(["/items?limit=7", "/items?limit=8", "/items?limit=9"]);
    const given = await box.run([...list, "--args", '{"limit":3}'], { env: { ...env, LIMIT: "7" } });
    expect(given.out).toContain("list_items takes no arguments.");
    expect((await box.run(list, { env })).out).toContain("comes from the variable LIMIT, which is not set");
    const lost = await box.run([...list, "--bind", "nobody:limit=8"], { env });
    expect(lost).toMatchObject({
      code: 2,
      err: expect.stringContaining("--bind nobody:limit is meant for no tool here"),
    });
    for (const [bind, words] of [
      ["limt=8", 'has an argument "limt"; did you mean "limit"?'],
      ["limit=many", 'what is bound to limit does not fit: expected an integer, got the string "many"'],
      ["limit=context:user.limit", "calls of a command have no context"],
    ] as const) {
      const refused = await box.run(["call", "shop", "list_items", "--bind", bind], { env });
      expect(refused).toMatchObject({ code: 2, err: expect.stringContaining(words) });
    }
    expect((await box.run(["list", "kits/bound", "--format", "json"])).out).not.toMatch(/LIMIT|limit/);
  });

  it("prints the envelope with --json, and exits 1 when the answer is no", async () => {
    const good = await box.run(["call", "shop", "list_items", "--json"], { env });
    expect(JSON.parse(good.out)).toMatchObject({ tool: "list_items", ok: true, meta: { status: 200, attempts: 1 } });
    const bad = await box.run(["call", "shop", "list_items", "--args", '{"limt":3}', "--json"], { env });
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.out)).toMatchObject({ ok: false, error: { code: "invalid_arguments" } });
    const unknown = await box.run(["call", "shop", "list_itmes"], { env });
    expect(unknown.code).toBe(1);
    expect(unknown.out).toContain("list_items");
  });

  it("writes what comes back to a file with --save: bytes as they are, the rest as JSON", async () => {
    const photo = await box.run(["call", "shop", "get_photo", "--save", "photo.png"], { env });
    expect(photo).toEqual({ code: 0, out: "", err: "wrote 8 bytes to photo.png\n" });
    expect(readFileSync(join(box.dir, "photo.png"))).toEqual(PHOTO);
    const shown = await box.run(["call", "shop", "get_photo"], { env });
    expect(shown.err).toBe("note: the file ends with this command; --save <file> keeps it\n");
    await box.run(["call", "shop", "list_items", "--save", "items.json"], { env });
    expect(JSON.parse(readFileSync(join(box.dir, "items.json"), "utf8"))).toEqual({ url: "/items", key: "[redacted]" });
    const nowhere = await box.run(["call", "shop", "list_items", "--save", "none/items.json"], { env });
    expect(nowhere).toMatchObject({ code: 1, out: "" });
    expect(nowhere.err).toContain("The call was made, and none/items.json cannot be written (ENOENT)");
  });

  it("shows the request and sends nothing with --dry-run", async () => {
    seen.length = 0;
    const { code, out } = await box.run(["call", "shop", "list_items", "--args", '{"limit":3}', "--dry-run"], { env });
    expect(code).toBe(0);
    expect(out).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/items\?limit=3\n/);
    expect(out).toMatch(/^x-key: \[redacted\]$/m);
    expect(seen).toEqual([]);
  });

  it("asks for approval of what cannot be undone, or for --yes", async () => {
    seen.length = 0;
    const refused = await box.run(["call", "shop", "delete_items", "--json"], { env });
    expect(refused.code).toBe(1);
    expect(JSON.parse(refused.out)).toMatchObject({ error: { code: "approval_required" } });
    expect(seen).toEqual([]);
    expect((await box.run(["call", "shop", "delete_items", "--yes"], { env })).code).toBe(0);
    expect(seen).toMatchObject([{ method: "DELETE" }]);
  });

  it.each([
    [["call", "none", "x"], "There is no folder none"],
    [["call", "shop.json", "x"], "shop.json is a file"],
    [["call", ".", "x"], "There is no toolkit in .\n      Below it there are shop\n"],
    [["check", "none"], "There is no folder none"],
    [["check", "shop.json"], "shop.json is a file"],
    [["call", "shop", "list_items", "--args", "{"], "--args is not JSON: The text ends too early"],
    [["call", "shop", "list_items", "--args", "@none.json"], "--args: none.json cannot be read (ENOENT)"],
    [["call", "shop", "list_items", "--timeout", "soon"], '--timeout: "soon" is not a duration'],
  ])("exits 2 for %j", async (words, want) => {
    const { code, out, err } = await box.run(words, { env });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(want);
  });
});

describe("toolgen run", () => {
  const line = (id: unknown, name: string, args: object = {}): string =>
    `${JSON.stringify({ id, name, arguments: args })}\n`;
  const lines = (out: string): Record<string, unknown>[] =>
    out
      .trim()
      .split("\n")
      .map((l) => JSON.parse(l) as Record<string, unknown>);

  it("answers each line, broken ones too, and exits 0", async () => {
    const input = `${line(1, "list_items", { limit: 1 })}nonsense\n\n${line("b", "nothing")}`;
    const { code, out, err } = await box.run(["run", "shop"], { env, input });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const answers = lines(out);
    expect(answers).toHaveLength(3);
    expect(answers.find((a) => a["id"] === 1)).toMatchObject({ tool: "list_items", ok: true });
    expect(answers.find((a) => a["id"] === null)).toMatchObject({ ok: false, error: { code: "invalid_arguments" } });
    expect(answers.find((a) => a["id"] === "b")).toMatchObject({ ok: false, error: { code: "unknown_tool" } });
    expect(out).not.toContain(SECRET);
  });

  it("tells how far a call is, and with --trace and --audit what happened, but neither key nor arguments", async () => {
    seen.length = 0;
    const call = { id: "j", name: "begin_job", arguments: {}, progress: true };
    const words = ["run", "shop", "--trace", "--audit", "audit.jsonl"];
    const { code, out, err } = await box.run(words, { env, input: `${JSON.stringify(call)}\n` });
    expect(code).toBe(0);
    const [first, second, third, ...rest] = lines(out);
    expect([first, second]).toEqual([
      { id: "j", progress: { message: "queued" } },
      { id: "j", progress: { fraction: 0.5, message: "[redacted]" } },
    ]);
    expect([third, rest]).toMatchObject([{ id: "j", ok: true, data: { rows: 7 }, meta: { attempts: 3 } }, []]);
    const attempt = ["attempt", "answer"];
    expect(lines(err).map(({ event }) => event)).toEqual([
      "begin",
      ...attempt,
      "progress",
      ...attempt,
      "progress",
      ...attempt,
      "end",
    ]);
    const log = readFileSync(join(box.dir, "audit.jsonl"), "utf8");
    expect(lines(log)).toMatchObject([
      { tool: "begin_job", toolkit: "shop", effect: "write", outcome: "ok", status: 200, attempts: 3 },
    ]);
    expect(seen.map(({ method, url, key }) => [method, url, key])).toEqual([
      ["POST", "/jobs", SECRET],
      ["GET", "/jobs/1", SECRET],
      ["GET", "/jobs/1", SECRET],
    ]);
    expect(out + err + log).not.toContain(SECRET);
    expect(await box.run(["run", "shop", "--audit", "none/a.jsonl"], { env, input: "" })).toMatchObject({ code: 2 });
  });

  it("answers a batch in its order", async () => {
    const batch = [1, 2, 3].map((limit) => ({ id: limit, name: "list_items", arguments: { limit } }));
    const { out } = await box.run(["run", "shop"], { env, input: `${JSON.stringify(batch)}\n` });
    expect(lines(out).map((a) => [a["id"], a["ok"]])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
  });

  it("cancels one call, and all of them with Ctrl-C", async () => {
    const { child, ended } = box.start(["run", "shop"], { env });
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const next = async (): Promise<unknown> => JSON.parse((await answers.next()).value as string);
    seen.length = 0;
    child.stdin.write(line("a", "get_slow") + line("b", "get_slow"));
    await vi.waitFor(() => expect(seen).toHaveLength(2), 20_000);
    child.stdin.write('{"id":"a","cancel":true}\n');
    expect(await next()).toMatchObject({ id: "a", ok: false, error: { code: "cancelled" } });
    child.kill("SIGINT");
    expect(await next()).toMatchObject({ id: "b", ok: false, error: { code: "cancelled" } });
    expect(await ended).toMatchObject({ code: 130, err: "" });
  });

  it("takes several folders under their toolkits' names, hand-written ones too, and keeps its output clean", async () => {
    box.put(
      "own/index.ts",
      `import { defineTool, defineToolkit, type Toolkit } from "toolgen";
import { twice } from "./twice.js";
const double = defineTool<{ n: number }, number>({
  name: "double", description: "Doubles.", effect: "read",
  input: { type: "object", additionalProperties: false, required: ["n"], properties: { n: { type: "number" } } },
  run: ({ n }) => { console.log("noise"); process.stdout.write("more noise\\n"); return twice(n); },
});
export const own: Toolkit = defineToolkit({ name: "own", tools: { double } });\n`,
    );
    box.put("own/twice.ts", "export const twice = (n: number): number => n * 2;\n");
    const input = line("1", "own__double", { n: 21 }) + line("2", "shop__list_items");
    const { code, out, err } = await box.run(["run", "own", "shop"], { env, input });
    expect(code).toBe(0);
    expect(lines(out).find((a) => a["id"] === "1")).toMatchObject({ ok: true, data: 42 });
    expect(lines(out).find((a) => a["id"] === "2")).toMatchObject({ ok: true });
    expect(err).toBe("noise\nmore noise\n");
    const listed = await box.run(["list", "own", "shop"]);
    expect(listed.out).toContain("own__double");
  });

  it("refuses two toolkits of one name, and names the folders", async () => {
    box.put("copy/index.mjs", 'export default { name: "shop", tools: {} };\n');
    const { code, err } = await box.run(["run", "shop", "copy"]);
    expect(code).toBe(2);
    expect(err).toContain("shop and copy are both called shop");
    expect((await box.run(["list", "shop", "./shop/"])).code).toBe(0);
  });

  it("says which module does not load", async () => {
    box.put("wrong/index.ts", 'import "./missing.js";\nexport default { name: "wrong", tools: {} };\n');
    const { code, err } = await box.run(["list", "wrong"]);
    expect(code).toBe(1);
    expect(err).toContain("The toolkit in wrong cannot be loaded");
    expect(err).not.toMatch(/^\s+at /m);
  });
});

it("toolgen serve says that its port is taken, and does not report itself as broken", async () => {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  expect(await box.run(["serve", "shop", "--http", String(port)])).toMatchObject({
    code: 1,
    out: "",
    err: "error --http: something else listens at this port (EADDRINUSE)\n      Name another one.\n",
  });
});

it("toolgen demo shows what it promises", async () => {
  const { code, out, err } = await box.run(["demo"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  for (const word of [
    "5 tools",
    "The Dispossessed",
    "invalid_arguments",
    "[redacted]",
    "approval_required",
    "rate_limited",
  ]) {
    expect(out).toContain(word);
  }
});
