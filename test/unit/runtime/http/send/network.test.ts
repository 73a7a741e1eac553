import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { createRegistry, type ToolResult } from "../../../../../src/runtime/index.js";
import type { Toolkit } from "../../../../../src/tool/index.js";
import { object } from "../../tools.js";

/** What a server says to a call that reads `/`, byte by byte as given; then it hangs up, where `ends`. */
async function answerTo(bytes: string | Buffer, ends = false): Promise<ToolResult> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => (ends ? socket.end(bytes) : socket.write(bytes)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kit: Toolkit = {
    name: "kit",
    servers: { default: { url } },
    tools: {
      get: { name: "get", description: "Gets.", effect: "read", input: object({}), http: { method: "GET", path: "/" } },
    },
  };
  const registry = createRegistry({ retries: 0 });
  registry.register(kit);
  const result = await registry.call("get", {});
  await registry.close();
  server.close();
  return JSON.parse(JSON.stringify(result).replaceAll(url, "SERVER")) as ToolResult;
}

const OK = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";
const head = (...lines: string[]): string => `HTTP/1.1 200 OK\r\n${lines.map((l) => `${l}\r\n`).join("")}\r\n`;
const LOOK =
  "A retry will hardly help: whoever runs the host has to look at the address (http or https?), at the service, and at proxies before it.";
const UNASKED =
  "SERVER answered 100 Continue or 101 Switching Protocols, which was not asked for (UNASKED_1XX). This client does not " +
  "take it, and a retry will hardly help: whoever runs the host has to see that the service, or a proxy before it, leaves it out.";
const NO_HTTP = `SERVER answered with what is no HTTP, or broken HTTP (NO_HTTP). ${LOOK}`;
const BROKEN = "SERVER broke the connection (UND_ERR_SOCKET). Retry later: this may pass.";
const LENGTH = `SERVER sent another length than it had named (UND_ERR_RES_CONTENT_LENGTH_MISMATCH). ${LOOK}`;
const FLOOD = `SERVER answered with a head of more than 16 KiB (UND_ERR_HEADERS_OVERFLOW). ${LOOK}`;

it.each<[string, string | Buffer, string]>([
  ["early hints before the answer are passed over", `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n${OK}`, "{}"],
  ["processing is passed over", `HTTP/1.1 102 Processing\r\n\r\n${OK}`, "{}"],
  ["an unasked 100", `HTTP/1.1 100 Continue\r\n\r\n${OK}`, UNASKED],
  ["a 101", "HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n", UNASKED],
  ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", NO_HTTP],
  ["a TLS alert", Buffer.from([0x15, 3, 1, 0, 2, 2, 0x28]), NO_HTTP],
  ["a status of five digits", "HTTP/1.1 99999 What\r\n\r\n", NO_HTTP],
  ["a status of nothing", "HTTP/1.1 000 Zero\r\ncontent-length: 0\r\n\r\n", NO_HTTP],
  ["a long header", head(`x: ${"a".repeat(20_000)}`), FLOOD],
  ["many headers", head(...Array.from({ length: 3000 }, (_, i) => `x${i}: a`)), FLOOD],
  ["a length that is no number", head("content-length: abc"), NO_HTTP],
  ["two lengths", `${head("content-length: 2", "content-length: 3")}{}`, LENGTH],
  ["a length and chunks", `${head("content-length: 2", "transfer-encoding: chunked")}2\r\n{}\r\n0\r\n\r\n`, LENGTH],
  ["a chunk without a size", `${head("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`, NO_HTTP],
])("%s", async (_, bytes, want) => {
  const { ok, content } = await answerTo(bytes);
  expect([ok, content]).toEqual([want === "{}", want]);
});

it.each<[string, string]>([
  ["nothing at all", ""],
  ["the middle of a head", "HTTP/1.1 200 OK\r\ncontent-"],
  ["the middle of a body", `${head("content-length: 10")}{}`],
  ["the middle of a chunk", `${head("transfer-encoding: chunked")}5\r\n{"a`],
  ["an answer that is yet to come", "HTTP/1.1 103 Early Hints\r\n\r\n"],
])("a connection that ends after %s", async (_, bytes) => {
  const result = await answerTo(bytes, true);
  expect([result.ok, result.content]).toEqual([false, BROKEN]);
});

const encoded = (encoding: string, body: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(
      head("content-type: application/json", `content-encoding: ${encoding}`, `content-length: ${body.length}`),
    ),
    body,
  ]);
const JSON_TEXT = gzipSync('{"a":1}');
const bomb = gzipSync(Buffer.alloc(50_000_000));
const UNREADABLE = "response_invalid HTTP 200: The answer cannot be decompressed.";
const BOMB =
  "response_too_large HTTP 200: The answer is larger than 10485760 bytes, and was not read to its end. Ask for less: fewer items a page, fewer fields, a narrower filter.";

it.each<[string, Buffer, string]>([
  ["one in another", encoded("br, gzip", gzipSync(brotliCompressSync('{"a":1}'))), '{"a":1}'],
  ["an empty one", encoded("gzip", Buffer.alloc(0)), "Done: HTTP 200, no content."],
  ["one that is cut", encoded("gzip", JSON_TEXT.subarray(0, -9)), UNREADABLE],
  ["one that is none", encoded("gzip", Buffer.from("{}")), UNREADABLE],
  ["one with something behind it", encoded("gzip", Buffer.concat([JSON_TEXT, Buffer.from("junk")])), UNREADABLE],
  ["one that unpacks without end", encoded("gzip", bomb), BOMB],
  ["one that unpacks to one that does", encoded("gzip, gzip", gzipSync(bomb)), BOMB],
  [
    "six in one another",
    encoded("gzip,".repeat(6), JSON_TEXT),
    "response_invalid HTTP 200: The answer is encoded 6 times over.",
  ],
  [
    "one that was not asked for",
    encoded("zstd", JSON_TEXT),
    'response_invalid HTTP 200: The answer has the content encoding "zstd", which was not asked for.',
  ],
])("a content encoding: %s", async (_, bytes, want) => {
  const result = await answerTo(bytes);
  expect(result.ok ? result.content : `${result.error.code} ${result.content}`).toBe(want);
});
