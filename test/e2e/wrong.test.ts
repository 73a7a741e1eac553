/** What people get wrong: 2 where the call is, 1 where what it names is; never a stack trace, and nothing is written. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { build, Sandbox } from "./cli.js";

const box = new Sandbox();
let server: Server;
let url = "";

beforeAll(async () => {
  await build();
  server = createServer(({ url: path }, response) => {
    const [status, body] = ANSWERS[path ?? ""] ?? [404, "nothing"];
    response.writeHead(status, status === 302 ? { location: body } : {}).end(body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  box.put("broken.yaml", "openapi: 3.1.0\ninfo:\n  title: x\n   version: 1\n");
  box.put("broken.json", '{"openapi": "3.1.0",\n "info": {,}}');
  box.put("page.html", "<!doctype html><html></html>");
  box.put("empty.yaml", "");
  box.put("binary.yaml", "\u0000\ud800");
  box.put("text.yaml", "just text");
  box.put("schema.graphql", "type Query {\n  a: Int!\n}\n");
  box.put("folder/notes.md", "");
  box.put("torn.json", '{\n  "toolkits": ,\n}');
  box.put("throws.mjs", "throw new Error('no')");
}, 120_000);

afterAll(() => {
  server.close();
  box.clear();
});

const ANSWERS: Readonly<Record<string, readonly [status: number, body: string]>> = {
  "/page": [200, "<html>Sign in</html>"],
  "/empty": [200, ""],
  "/away": [302, "http://example.com/api.yaml"],
  "/round": [302, "/round"],
  "/locked": [401, "who?"],
};

describe("a wrong call", () => {
  it.each<[readonly string[], string]>([
    [["opnapi", "x"], "There is no command opnapi\n      Did you mean toolgen openapi?"],
    [["openapi", "x", "--nmae", "y"], "There is no flag --nmae\n      Did you mean --name?"],
    [["openapi"], "toolgen openapi needs <spec>"],
    [["openapi", "a", "b"], '"b" is one argument too many'],
    [["list", "nowhere"], "There is no folder nowhere"],
    [["list", "folder"], "There is no toolkit in folder"],
    [["list", "page.html"], "page.html is a file"],
    [["generate", "--config", "torn.json"], 'torn.json:2:15 is no JSON: Unexpected ","'],
    [["generate", "--config", "throws.mjs"], "throws.mjs cannot be loaded: no"],
    [["call", "nowhere", "x", "--args", "-"], "--args: standard input is empty"],
  ])("is told: %j", async (words, want) => {
    const { code, out, err } = await box.run(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(want);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe("a document that is none", () => {
  it.each<[readonly string[], string]>([
    [["openapi", "none.yaml"], "none.yaml  there is no such file"],
    [["openapi", "folder"], "folder  it is a folder"],
    [["openapi", "broken.yaml"], "broken.yaml:4:11  bad indentation"],
    [["openapi", "broken.json"], "broken.json:2:11  neither JSON nor YAML"],
    [["openapi", "page.html"], "it looks like a web page"],
    [["openapi", "empty.yaml"], "the document is empty"],
    [["openapi", "binary.yaml"], "SYNTAX_ERROR"],
    [["openapi", "text.yaml"], "the document is a string"],
    [["openapi", "schema.graphql"], "Use toolgen graphql for it."],
    [["openapi", "-"], "standard input  the document is empty"],
    [["graphql", "none.graphql"], "there is no such file"],
    [["graphql", "page.html"], "it looks like a web page"],
    [["graphql", "empty.yaml"], "it is empty"],
    [["graphql", "broken.yaml"], "Use toolgen openapi for it."],
  ])("is told: %j", async (words, want) => {
    const { code, out, err } = await box.run(words);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toContain(want);
    expect(err).not.toMatch(/^\s+at /m);
  });

  it.each([
    ["/none", "answers 404"],
    ["/locked", "It wants credentials"],
    ["/page", "it looks like a web page"],
    ["/empty", "the document is empty"],
    ["/away", "redirects to another origin: http://example.com/api.yaml"],
    ["/round", "more than 5 redirects"],
  ])("is told of an address: %s", async (path, want) => {
    const { code, err } = await box.run(["openapi", `${url}${path}`]);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(want) });
  });

  it("is told where nobody answers, or not by TLS", async () => {
    const secure = await box.run(["openapi", url.replace("http:", "https:")]);
    expect(secure.err).toContain("it does not speak TLS; http, not https? (ERR_SSL_WRONG_VERSION_NUMBER)");
    const nobody = await box.run(["openapi", "http://127.0.0.1:9099/x"]);
    expect(nobody.err).toContain("nothing listens there (ECONNREFUSED)");
  });

  it("is one JSON document with --json", async () => {
    const { code, out, err } = await box.run(["openapi", "broken.yaml", "--json"]);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      diagnostics: [{ code: "SYNTAX_ERROR", at: { file: "broken.yaml", line: 4, column: 11 } }],
    });
  });

  it("leaves nothing behind", () => expect(box.has("generated")).toBe(false));
});
