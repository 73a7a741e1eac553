import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ToolError } from "../../../../../src/runtime/call/errors.js";
import { createFileStore } from "../../../../../src/runtime/http/files.js";
import type { HttpPlan } from "../../../../../src/tool/types.js";
import { makeCall, makeSender, type Setup, startUpstream } from "../upstream.js";

/** What arrives when a plan is sent with arguments. */
async function sent(http: HttpPlan, args: Record<string, unknown>, setup: Setup = {}) {
  await using upstream = await startUpstream();
  const sender = makeSender();
  try {
    await sender.send(makeCall(http, args, { baseUrl: upstream.origin, ...setup }));
    const [request] = upstream.seen;
    if (!request || upstream.seen.length > 1) throw new Error(`${upstream.seen.length} requests`);
    return request;
  } finally {
    await sender.close();
  }
}

/** The error that sending ends with, and how many requests it cost. */
async function refused(
  http: HttpPlan,
  args: Record<string, unknown>,
  setup: Setup = {},
): Promise<{ error: ToolError; requests: number }> {
  await using upstream = await startUpstream();
  const sender = makeSender();
  try {
    await sender.send(makeCall(http, args, { baseUrl: upstream.origin, ...setup }));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { error, requests: upstream.seen.length };
  } finally {
    await sender.close();
  }
  throw new Error("it was sent");
}

describe("the request line", () => {
  it.each<[string, HttpPlan, Record<string, unknown>, string]>([
    ["one segment", { method: "GET", path: "/files/{name}" }, { name: "a/b c" }, "/files/a%2Fb%20c"],
    ["encoded once", { method: "GET", path: "/files/{name}" }, { name: "a%2Fb" }, "/files/a%252Fb"],
    ["a part of a segment", { method: "GET", path: "/t/{id}.{ext}:verb" }, { id: "x", ext: "png" }, "/t/x.png:verb"],
    ["a fragment is never sent", { method: "GET", path: "/folders/{id}#copy" }, { id: "7" }, "/folders/7"],
    [
      "a query in the template",
      { method: "GET", path: "/rest?method=a.b", query: ["q"] },
      { q: "1" },
      "/rest?method=a.b&q=1",
    ],
    ["$& is text", { method: "GET", path: "/a/{x}" }, { x: "$&$1" }, "/a/%24%26%241"],
    [
      "another argument name",
      {
        method: "GET",
        path: "/a/{id}",
        pathParameters: [{ arg: "id_path", name: "id" }],
        query: [{ arg: "id_query", name: "id" }],
      },
      { id_path: "p", id_query: "q" },
      "/a/p?id=q",
    ],
    [
      "a whole query string",
      { method: "GET", path: "/s", querystring: { arg: "q", content: "application/x-www-form-urlencoded" } },
      { q: { a: "1 2", b: ["x", "y"] } },
      "/s?a=1%202&b=x&b=y",
    ],
  ])("%s", async (_, http, args, url) => {
    expect((await sent(http, args)).url).toBe(url);
  });

  it.each([".", "..", ""])("refuses the path value %j before anything is sent", async (name) => {
    const { error, requests } = await refused({ method: "GET", path: "/v1/files/{name}" }, { name });
    expect([error.code, error.facts.issues?.[0]?.path, requests]).toEqual(["invalid_arguments", "/name", 0]);
  });

  it("refuses values that only together make ..", async () => {
    expect((await refused({ method: "GET", path: "/v1/{a}{b}/x" }, { a: ".", b: "." })).requests).toBe(0);
  });

  it("refuses half of a surrogate pair", async () => {
    expect((await refused({ method: "GET", path: "/v1/{a}" }, { a: "x\ud800" })).error.code).toBe("invalid_arguments");
    expect(
      (await refused({ method: "GET", path: "/v1", query: ["a"] }, { a: ["\udc00"] })).error.facts.issues?.[0]?.path,
    ).toBe("/a");
  });

  it("R-12 takes the destination from the registration, whatever the arguments are called", async () => {
    const args = {
      baseUrl: "http://evil.test",
      host: "evil.test",
      url: "http://evil.test",
      server: "evil",
      proxy: "http://evil.test",
    };
    const request = await sent({ method: "GET", path: "/x", query: Object.keys(args) }, args);
    expect(request.url.startsWith("/x?baseUrl=http%3A%2F%2Fevil.test&host=evil.test")).toBe(true);
  });

  it("keeps the prefix of the server, with one slash between", async () => {
    await using upstream = await startUpstream();
    const sender = makeSender();
    const toolkit = {
      servers: { default: { url: `${upstream.origin}/{v}/`, variables: { v: { default: "v2", enum: ["v1", "v2"] } } } },
    };
    await sender.send(makeCall({ method: "GET", path: "/x" }, {}, { toolkit }));
    await sender.close();
    expect(upstream.seen[0]?.url).toBe("/v2/x");
  });

  it("says what to do where no server is known", async () => {
    const toolkit = { servers: { default: { url: "/api" } } };
    await expect(makeSender().send(makeCall({ method: "GET", path: "/x" }, {}, { toolkit }))).rejects.toMatchObject({
      code: "unsupported",
      facts: { hint: expect.stringContaining("--base-url") },
    });
  });

  it("property: no value of a path or query argument changes method, path or number of requests", async () => {
    await using upstream = await startUpstream();
    const sender = makeSender();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), async (id, q) => {
        upstream.seen.length = 0;
        try {
          await sender.send(
            makeCall({ method: "GET", path: "/a/{id}/b", query: ["q"] }, { id, q }, { baseUrl: upstream.origin }),
          );
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_arguments" });
          expect(upstream.seen).toEqual([]);
          return;
        }
        const url = new URL(upstream.seen[0]?.url ?? "", upstream.origin);
        expect(url.pathname.split("/").map(decodeURIComponent)).toEqual(["", "a", id, "b"]);
        expect([...url.searchParams]).toEqual([["q", q]]);
      }),
      { numRuns: 150 },
    );
    await sender.close();
  });
});

describe("headers and cookies", () => {
  it("sends them by their wire names", async () => {
    const request = await sent(
      { method: "GET", path: "/x", header: [{ arg: "tenant", name: "X-Tenant-Id" }], cookie: ["view"] },
      { tenant: "acme", view: "a; admin=1" },
    );
    expect(request.headers["x-tenant-id"]).toBe("acme");
    // one pair, encoded.
    expect(request.headers["cookie"]).toBe("view=a%3B%20admin%3D1");
  });

  it.each(["a\r\nx: y", "a\nb", "a\0b", "\u2028", "日本"])(
    "R-03 refuses the header value %j without showing another one",
    async (value) => {
      const { error, requests } = await refused(
        { method: "GET", path: "/x", header: ["a", "b"] },
        { a: "other-header-value", b: value },
      );
      expect([error.code, error.facts.issues?.[0]?.path, requests]).toEqual(["invalid_arguments", "/b", 0]);
      expect(error.message).not.toContain("other-header-value");
    },
  );

  it.each([
    "Host",
    "Content-Length",
    "Transfer-Encoding",
    "Connection",
    "TE",
    "Upgrade",
    "Proxy-Authorization",
    "Cookie",
    "X-HTTP-Method-Override",
    "X-Forwarded-For",
    "Authorization",
  ])("R-04 refuses to set %s from an argument", async (name) => {
    const { error, requests } = await refused({ method: "GET", path: "/x", header: [{ arg: "h", name }] }, { h: "v" });
    expect([error.code, requests]).toEqual(["unsupported", 0]);
  });
});

describe("bodies", () => {
  const post = (body: HttpPlan["body"]): HttpPlan => ({ method: "POST", path: "/x", ...(body ? { body } : {}) });

  it("keeps null apart from absent, and the digits of big integers", async () => {
    const request = await sent(
      post({ mediaType: "application/json", fields: ["a", "b", { arg: "c_body", name: "c" }, "d"] }),
      { a: null, c_body: 9007199254740993n, d: { __proto__: null, e: [] } },
    );
    expect(request.body).toBe('{"a":null,"c":9007199254740993,"d":{"e":[]}}');
    expect(request.headers["content-type"]).toBe("application/json");
  });

  it("sends no body and no content type where an optional one has no field", async () => {
    const request = await sent(post({ mediaType: "application/json", fields: ["a"] }), {});
    expect([request.body, request.headers["content-type"]]).toEqual(["", undefined]);
    expect((await sent(post({ mediaType: "application/json", required: true, fields: ["a"] }), {})).body).toBe("{}");
  });

  it("R-11 encodes a string once where the type is JSON, and not at all where it is text", async () => {
    expect((await sent(post({ mediaType: "application/json", arg: "body" }), { body: '"x"' })).body).toBe('"\\"x\\""');
    expect((await sent(post({ mediaType: "text/plain", arg: "body" }), { body: '"x"' })).body).toBe('"x"');
    expect((await sent(post({ mediaType: "application/xml", arg: "body" }), { body: "<a/>" })).body).toBe("<a/>");
  });

  it("names properties back at every depth, and leaves keys of maps alone", async () => {
    const input = {
      type: "object",
      properties: { item: { $ref: "#/$defs/Item" } },
      $defs: {
        Item: {
          type: "object",
          properties: {
            content_type: { type: "string", "x-toolgen-wire": "content-type" },
            kids: { type: "array", items: { $ref: "#/$defs/Item" } },
            map: { type: "object", additionalProperties: { $ref: "#/$defs/Item" } },
          },
        },
      },
    } as const;
    const item = { content_type: "a", kids: [{ content_type: "b" }], map: { content_type: { content_type: "c" } } };
    const request = await sent(
      post({ mediaType: "application/json", fields: ["item"], renamed: true }),
      { item },
      { tool: { input } },
    );
    expect(JSON.parse(request.body)).toEqual({
      item: { "content-type": "a", kids: [{ "content-type": "b" }], map: { content_type: { "content-type": "c" } } },
    });
  });

  it("form: styles by Encoding Object, objects without one as JSON", async () => {
    const body = {
      mediaType: "application/x-www-form-urlencoded",
      fields: ["To", "Tag", "meta", "deep", "gone"],
      encoding: { deep: { style: "deepObject", explode: true } },
    } as const;
    const request = await sent(post(body), {
      To: "+1 55",
      Tag: ["a b", "c&d"],
      meta: { k: 1 },
      deep: { a: { b: "x" } },
      gone: null,
    });
    expect(request.body).toBe("To=%2B1%2055&Tag=a%20b&Tag=c%26d&meta=%7B%22k%22%3A1%7D&deep%5Ba%5D%5Bb%5D=x&gone=");
    expect(request.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  });

  it("R-09 multipart: nothing in a name ends its quotes, the boundary is random", async () => {
    const body = {
      mediaType: "multipart/form-data",
      fields: ["file", "meta", { arg: "tags", name: 'ta"g\r\n' }, "note"],
      encoding: { file: { file: true }, note: { contentType: "text/markdown", headers: { "X-A": "b" } } },
    } as const;
    const file = {
      data: Buffer.from([0, 255, 13, 10]).toString("base64"),
      filename: 'a"b\r\nc.bin',
      contentType: "image/png",
    };
    const request = await sent(post(body), { file, meta: { k: [1] }, tags: ["x", 2], note: "--hi" });
    const boundary = /boundary=(.+)$/.exec(String(request.headers["content-type"]))?.[1] ?? "";
    expect(boundary).toMatch(/^toolgen-[0-9a-f]{36}$/);
    expect(request.body.split(`--${boundary}`).map((p) => p.replaceAll("\r\n", "|"))).toEqual([
      "",
      '|Content-Disposition: form-data; name="file"; filename="a%22b%0D%0Ac.bin"|Content-Type: image/png||\0\xff||',
      '|Content-Disposition: form-data; name="meta"|Content-Type: application/json||{"k":[1]}|',
      '|Content-Disposition: form-data; name="ta%22g%0D%0A"||x|',
      '|Content-Disposition: form-data; name="ta%22g%0D%0A"||2|',
      '|Content-Disposition: form-data; name="note"|Content-Type: text/markdown|X-A: b||--hi|',
      "--|",
    ]);
  });

  it("sends a file as the whole body, from data or from a handle", async () => {
    const plan = post({ mediaType: "application/octet-stream", arg: "body", file: true });
    expect((await sent(plan, { body: { data: "AP8=" } })).body).toBe("\0\xff");
    const { error } = await refused(plan, { body: { data: "not base64!" } });
    expect(error.message).toBe("The argument body has data that is not base64.");
    const files = createFileStore();
    await using upstream = await startUpstream();
    const sender = makeSender({ files });
    const handle = files.put({ bytes: Buffer.from("hi"), contentType: "text/plain" });
    await sender.send(
      makeCall(post({ mediaType: "*/*", arg: "body", file: true }), { body: { handle } }, { baseUrl: upstream.origin }),
    );
    await sender.close();
    expect([upstream.seen[0]?.body, upstream.seen[0]?.headers["content-type"]]).toEqual(["hi", "text/plain"]);
  });
});

describe("answers", () => {
  async function answered(
    status: number,
    headers: Record<string, string>,
    body: string | Buffer,
    http: Partial<HttpPlan> = {},
    setup: Setup = {},
    maxResponseBytes?: number,
  ) {
    await using upstream = await startUpstream((_, response) => {
      response.writeHead(status, headers);
      response.end(body);
    });
    const sender = makeSender(maxResponseBytes === undefined ? {} : { maxResponseBytes });
    try {
      return await sender.send(
        makeCall({ method: "GET", path: "/x", ...http }, {}, { baseUrl: upstream.origin, ...setup }),
      );
    } catch (error) {
      if (error instanceof ToolError) return { code: error.code, message: error.message, ...error.facts };
      throw error;
    } finally {
      await sender.close();
    }
  }
  const JSON_TYPE = { "content-type": "application/json" };

  it.each<[string, number, Record<string, string>, string | Buffer, object]>([
    ["JSON", 200, JSON_TYPE, '{"id":9007199254740993,"a":1}', { data: { id: "9007199254740993", a: 1 } }],
    ["+json", 201, { "content-type": "application/vnd.x+json; charset=utf-8" }, "[]", { data: [] }],
    ["D-08 no content", 204, {}, "", { data: undefined }],
    ["D-08 JSON type, nothing in it", 200, { ...JSON_TYPE, "content-length": "0" }, "", { data: undefined }],
    ["D-08 JSON type, blanks in it", 200, JSON_TYPE, " \n", { data: undefined }],
    ["text", 200, { "content-type": "text/plain" }, "hé", { data: "hé", text: "hé" }],
    [
      "Latin-1 text",
      200,
      { "content-type": "text/plain; charset=iso-8859-1" },
      Buffer.from("hé", "latin1"),
      { data: "hé", text: "hé" },
    ],
    [
      "D-08 invalid UTF-8",
      200,
      { "content-type": "text/plain" },
      Buffer.from([0x61, 0xff]),
      { data: "a\ufffd", text: "a\ufffd" },
    ],
    ["D-08 HTML", 200, { "content-type": "text/html" }, "<p>", { data: "<p>", text: "<p>" }],
    ["JSON without a type", 200, {}, '{"a":1}', { data: { a: 1 } }],
    ["gzip", 200, { ...JSON_TYPE, "content-encoding": "gzip" }, gzipSync('{"a":1}'), { data: { a: 1 } }],
    ["D-08 not modified", 304, {}, "", { data: undefined, text: "Not modified (HTTP 304)." }],
    [
      "D-08 broken JSON",
      200,
      JSON_TYPE,
      '{"a":',
      { code: "response_invalid", status: 200, details: { start: '{"a":' } },
    ],
    [
      "problem details",
      404,
      { "content-type": "application/problem+json" },
      '{"title":"No pet","detail":"7 is gone"}',
      {
        code: "upstream_error",
        status: 404,
        message: "HTTP 404 Not Found: No pet: 7 is gone",
        details: { title: "No pet", detail: "7 is gone" },
      },
    ],
    [
      "field errors",
      422,
      JSON_TYPE,
      '{"message":"Validation Failed","errors":[{"field":"title","code":"missing"}]}',
      { message: "HTTP 422 Unprocessable Content: Validation Failed; title: missing" },
    ],
    [
      "nested error",
      400,
      JSON_TYPE,
      '{"error":{"message":"No such customer"}}',
      { message: "HTTP 400 Bad Request: No such customer" },
    ],
    [
      "an HTML error page",
      502,
      { "content-type": "text/html" },
      "<html><body>Bad</body></html>",
      { message: "HTTP 502 Bad Gateway" },
    ],
    ["an empty error", 500, {}, "", { code: "upstream_error", status: 500, message: "HTTP 500 Internal Server Error" }],
    [
      "429 with a wait",
      429,
      { ...JSON_TYPE, "retry-after": "3" },
      "{}",
      { code: "upstream_error", status: 429, retryAfterMs: 3000, hint: "Too many calls. Retry after 3 s." },
    ],
  ])("%s", async (_, status, headers, body, want) => {
    expect(await answered(status, headers, body)).toMatchObject(want);
  });

  it("keeps binary data out of the context: a handle stands for it", async () => {
    const outcome = await answered(
      200,
      { "content-type": "image/png", "content-disposition": 'attachment; filename="../../x.png"' },
      Buffer.from([1, 0, 2]),
    );
    expect(outcome).toEqual({
      data: {
        handle: expect.stringMatching(/^file:[0-9a-f-]{36}$/),
        contentType: "image/png",
        filename: "x.png",
        size: 3,
      },
    });
  });

  it("drops what is not for reading, at every depth", async () => {
    const output = {
      type: "array",
      items: { $ref: "#/$defs/U" },
      $defs: { U: { type: "object", properties: { boss: { $ref: "#/$defs/U" } }, "x-toolgen-drop": ["password"] } },
    } as const;
    const body = '[{"name":"a","password":"p","boss":{"password":"q","x":{"password":"kept"}}}]';
    expect(await answered(200, JSON_TYPE, body, { writeOnly: true }, { tool: { output } })).toEqual({
      data: [{ name: "a", boss: { x: { password: "kept" } } }],
    });
  });

  it("stops at the limit: announced, streamed or unpacked", async () => {
    const big = "x".repeat(300_000);
    const want = { code: "response_too_large" };
    expect(await answered(200, { "content-type": "text/plain" }, big, {}, {}, 100_000)).toMatchObject(want);
    expect(
      await answered(200, { "content-type": "text/plain", "transfer-encoding": "chunked" }, big, {}, {}, 100_000),
    ).toMatchObject(want);
    expect(
      await answered(200, { "content-type": "text/plain", "content-encoding": "gzip" }, gzipSync(big), {}, {}, 100_000),
    ).toMatchObject(want);
  });

  it("names an encoding that nobody asked for, and a broken one", async () => {
    expect(await answered(200, { "content-encoding": "zstd" }, "x")).toMatchObject({ code: "response_invalid" });
    expect(await answered(200, { "content-encoding": "gzip" }, "not gzip")).toMatchObject({ code: "response_invalid" });
    expect(await answered(200, { "content-encoding": "gzip, gzip, gzip, gzip, gzip, gzip" }, "x")).toMatchObject({
      code: "response_invalid",
    });
  });
});

describe("faults", () => {
  it("D-06 an abort closes the socket, before the head and in the middle of a body", async () => {
    for (const head of [false, true]) {
      let closed: Promise<number> = Promise.resolve(Number.NaN);
      const controller = new AbortController();
      await using upstream = await startUpstream((request, response) => {
        if (head) {
          response.writeHead(200, { "content-type": "text/plain" });
          response.write("a");
        }
        closed = new Promise((resolve) => request.socket.on("close", () => resolve(performance.now())));
        setTimeout(() => controller.abort(), 50);
      });
      const sender = makeSender();
      const call = makeCall({ method: "GET", path: "/x" }, {}, { baseUrl: upstream.origin, signal: controller.signal });
      await expect(sender.send(call)).rejects.toMatchObject({ code: "cancelled" });
      const aborted = performance.now();
      expect((await closed) - aborted).toBeLessThan(100);
      await sender.close();
    }
  });

  it("D-07 2,000 calls to an upstream that hangs use a bounded number of sockets", async () => {
    let open = 0;
    let most = 0;
    await using upstream = await startUpstream(() => undefined);
    upstream.server.on("connection", (socket) => {
      most = Math.max(most, ++open);
      socket.on("close", () => open--);
    });
    const sender = makeSender();
    const controller = new AbortController();
    const calls = Array.from({ length: 2000 }, () =>
      sender
        .send(makeCall({ method: "GET", path: "/x" }, {}, { baseUrl: upstream.origin, signal: controller.signal }))
        .catch((e: ToolError) => e.code),
    );
    setTimeout(() => controller.abort(), 300);
    expect(new Set(await Promise.all(calls))).toEqual(new Set(["cancelled"]));
    expect(most).toBeLessThanOrEqual(128);
    await sender.close();
  });

  it("says what the network did, with the origin alone", async () => {
    await using upstream = await startUpstream((request) => request.socket.destroy());
    const sender = makeSender();
    const call = makeCall(
      { method: "GET", path: "/x", query: ["q"] },
      { q: "private-words" },
      { baseUrl: upstream.origin },
    );
    const error = await sender.send(call).catch((e: ToolError) => e);
    expect(error).toMatchObject({
      code: "network_error",
      message: `${upstream.origin} broke the connection (UND_ERR_SOCKET).`,
    });
    await sender.close();
    await expect(
      makeSender().send(makeCall({ method: "GET", path: "/x" }, {}, { baseUrl: "http://127.0.0.1:1" })),
    ).rejects.toMatchObject({
      code: "network_error",
      message: "http://127.0.0.1:1 refuses connections (ECONNREFUSED).",
    });
  });
});

describe("redirects", () => {
  const redirecting = (status: number, location: (n: number) => string) => {
    let n = 0;
    return startUpstream((request, response) => {
      if (request.url?.startsWith("/end"))
        return void response.writeHead(200, { "content-type": "application/json" }).end('"end"');
      response.writeHead(status, { location: location(n++) }).end();
    });
  };

  it("stay within the origin: method and body by the status", async () => {
    for (const [status, method, body] of [
      [307, "POST", '{"a":1}'],
      [308, "POST", '{"a":1}'],
      [303, "GET", ""],
    ] as const) {
      await using upstream = await redirecting(status, () => "/end?x=1");
      const sender = makeSender();
      const outcome = await sender.send(
        makeCall(
          { method: "POST", path: "/a", body: { mediaType: "application/json", fields: ["a"] } },
          { a: 1 },
          { baseUrl: `${upstream.origin}/v1` },
        ),
      );
      await sender.close();
      expect([outcome.data, upstream.seen.map((r) => `${r.method} ${r.url} ${r.body}`)]).toEqual([
        "end",
        ['POST /v1/a {"a":1}', `${method} /end?x=1 ${body}`],
      ]);
    }
  });

  it.each(["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "http://[::"])(
    "to what is no web address are not handed to the model as something to open: %s",
    async (location) => {
      await using away = await redirecting(302, () => location);
      const sender = makeSender();
      await expect(
        sender.send(makeCall({ method: "GET", path: "/a" }, {}, { baseUrl: away.origin })),
      ).rejects.toMatchObject({
        code: "upstream_error",
        message: "HTTP 302: the service redirects to what is no web address, which was not followed.",
        facts: { hint: "Calls stay with the service's own origin.", details: { location } },
      });
      await sender.close();
    },
  );

  it("A-08 to another origin are not followed; endless ones end; a DELETE is not turned into a GET", async () => {
    await using other = await startUpstream();
    await using away = await redirecting(302, () => `${other.origin}/x?sig=1`);
    await using endless = await redirecting(302, (n) => `/a?${n}`);
    const sender = makeSender();
    const failure = (method: string, baseUrl: string): Promise<unknown> =>
      sender.send(makeCall({ method, path: "/a" }, {}, { baseUrl })).catch((e: unknown) => e);
    expect(await failure("GET", away.origin)).toMatchObject({
      code: "upstream_error",
      facts: { status: 302, details: { location: `${other.origin}/x?sig=1` } },
    });
    expect(await failure("GET", endless.origin)).toMatchObject({
      code: "upstream_error",
      message: "HTTP 302: the service redirects more than 5 times.",
    });
    expect(endless.seen.length).toBe(6);
    for (const method of ["DELETE", "POST", "PUT"]) {
      endless.seen.length = 0;
      expect(await failure(method, endless.origin)).toMatchObject({
        code: "upstream_error",
        message: `HTTP 302: the service redirects a ${method}, which was not followed.`,
        facts: { status: 302, details: { location: expect.stringContaining(`${endless.origin}/a?`) } },
      });
      expect(endless.seen.length).toBe(1);
    }
    expect(other.seen).toEqual([]);
    await sender.close();
  });
});
