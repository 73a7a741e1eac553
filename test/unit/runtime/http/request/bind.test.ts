import { describe, expect, it } from "vitest";
import { ToolError } from "../../../../../src/runtime/call/errors.js";
import { createFileStore } from "../../../../../src/runtime/http/files.js";
import { bindRequest, type WireRequest } from "../../../../../src/runtime/http/request/bind.js";
import { bindings } from "../../../../../src/runtime/http/request/bindings.js";
import type { HttpPlan, HttpToolDefinition } from "../../../../../src/tool/types.js";

const toolOf = (http: HttpPlan, input: HttpToolDefinition["input"] = true): HttpToolDefinition => ({
  name: "t",
  description: "t",
  effect: "read",
  input,
  http,
});

function bound(http: HttpPlan, args: Record<string, unknown>, input?: HttpToolDefinition["input"]): WireRequest {
  const registration = { toolkit: { name: "kit", tools: {} }, baseUrl: "https://api.test/v1" };
  return bindRequest(registration, toolOf(http, input), args, createFileStore(), () => "key-1");
}

function refusal(http: HttpPlan, args: Record<string, unknown>): ToolError {
  try {
    bound(http, args);
  } catch (error) {
    if (error instanceof ToolError) return error;
    throw error;
  }
  throw new Error("it was bound");
}

const get = (path: string, more: Partial<HttpPlan> = {}): HttpPlan => ({ method: "GET", path, ...more });

describe("path templates", () => {
  it.each<[string, HttpPlan, Record<string, unknown>, string]>([
    ["trailing slash kept", get("/a/{x}/"), { x: "1" }, "/a/1/"],
    ["empty literal segments kept", get("//a"), {}, "//a"],
    ["root", get("/"), {}, "/"],
    ["no slash in front", get("a/{x}"), { x: "1" }, "/a/1"],
    ["an empty part of a segment", get("/report{suffix}.csv"), { suffix: "" }, "/report.csv"],
    ["the same name twice", get("/{x}/{x}"), { x: "a" }, "/a/a"],
    ["a name that is no word", get("/a/{x y/z?#}"), { "x y/z?#": "1" }, "/a/1"],
    ["braces in values", get("/a/{x}/{y}"), { x: "{y}", y: "{x}" }, "/a/%7By%7D/%7Bx%7D"],
    ["characters that no URL holds", get('/a b/"é"/{x}'), { x: 1 }, "/a%20b/%22%C3%A9%22/1"],
    ["percent-encoded literals", get("/a%2Fb/{x}"), { x: 1 }, "/a%2Fb/1"],
    ["a parameter in the template's query", get("/a?v=1&x={x}#z"), { x: "a&b" }, "/a?v=1&x=a%26b"],
    [
      "label and matrix",
      get("/a{l}{m}", {
        pathParameters: [
          { arg: "l", style: "label" },
          { arg: "m", style: "matrix" },
        ],
      }),
      { l: [1, 2], m: "x" },
      "/a.1,2;m=x",
    ],
    [
      "content",
      get("/a/{j}", { pathParameters: [{ arg: "j", content: "application/json" }] }),
      { j: { a: 1 } },
      "/a/%7B%22a%22%3A1%7D",
    ],
  ])("%s", (_, http, args, path) => {
    expect(bound(http, args).path).toBe(path);
  });

  it.each<[string, HttpPlan, Record<string, unknown>, string]>([
    ["an empty segment", get("/a/{x}/b/{y}"), { x: "1", y: "" }, "/y"],
    [
      "a dot by label style",
      get("/a/{x}/{y}", { pathParameters: [{ arg: "y", style: "label" }] }),
      { x: "1", y: "" },
      "/y",
    ],
    ["two dots by label style", get("/a/{y}", { pathParameters: [{ arg: "y", style: "label" }] }), { y: "." }, "/y"],
    [
      "an encoded dot where triples pass",
      get("/a/{y}", { pathParameters: [{ arg: "y", allowReserved: true }] }),
      { y: "%2e%2E" },
      "/y",
    ],
    ["an empty list", get("/a/{y}"), { y: [] }, "/y"],
    ["null", get("/a/{y}"), { y: null }, "/y"],
    ["an absent value", get("/a/{y}"), {}, "/y"],
    ["half of a surrogate pair", get("/a/{x}/{y}"), { x: "ok", y: "\ud800" }, "/y"],
  ])("refuses %s, and names the argument", (_, http, args, path) => {
    const error = refusal(http, args);
    expect([error.code, error.facts.issues?.[0]?.path]).toEqual(["invalid_arguments", path]);
  });

  it("takes no inherited property for an argument", () => {
    expect(refusal(get("/a/{constructor}"), {}).code).toBe("invalid_arguments");
    expect(bound(get("/a", { query: ["toString"] }), {}).query).toEqual([]);
  });
});

describe("names below parameters", () => {
  const input = {
    type: "object",
    properties: {
      filter: { $ref: "#/$defs/Filter" },
      tag: { type: "string", "x-toolgen-wire": "not-for-parameters" },
    },
    $defs: {
      Filter: {
        type: "object",
        properties: {
          created_at: {
            type: "object",
            properties: { gt_e: { "x-toolgen-wire": "gt.e" } },
            "x-toolgen-wire": "created-at",
          },
        },
      },
    },
  } as const;
  const http = get("/a", { query: [{ arg: "filter", style: "deepObject", explode: true, renamed: true }, "tag"] });

  it("go back to the wire's", () => {
    expect(bound(http, { filter: { created_at: { gt_e: 5 } }, tag: "x" }, input).query).toEqual([
      "filter%5Bcreated-at%5D%5Bgt.e%5D=5",
      "tag=x",
    ]);
  });

  it("are in the bindings", () => {
    expect(bindings(toolOf(http, input))).toEqual([
      {
        arg: "filter",
        in: "query",
        name: "filter",
        rename: { "/created_at": "created-at", "/created_at/gt_e": "gt.e" },
      },
      { arg: "tag", in: "query", name: "tag" },
    ]);
  });
});

describe("in: querystring", () => {
  const form = get("/s", { querystring: { arg: "q", content: "application/x-www-form-urlencoded" } });

  it.each<[HttpPlan, unknown, string[]]>([
    [form, "?a=1&b=😀#c", ["a=1", "b=%F0%9F%98%80%23c"]],
    [form, { a: "x&y", b: [1, 2] }, ["a=x%26y", "b=1", "b=2"]],
    [get("/s", { querystring: { arg: "q", content: "application/json" } }), { a: "&" }, ["%7B%22a%22%3A%22%26%22%7D"]],
    [get("/s", { querystring: { arg: "q", content: "text/plain" } }), "a&b=1", ["a%26b%3D1"]],
  ])("%# %j", (http, q, query) => {
    expect(bound(http, { q }).query).toEqual(query);
  });
});

describe("headers", () => {
  it("has a user agent, which an argument may name", () => {
    expect(bound(get("/"), {}).headers["user-agent"]).toBe("toolgen");
    expect(bound(get("/", { header: ["User-Agent"] }), { "User-Agent": "me" }).headers["user-agent"]).toBe("me");
  });

  it("sends an idempotency key of its own, unless the caller gave one", () => {
    const http: HttpPlan = {
      method: "POST",
      path: "/",
      idempotencyHeader: "Idempotency-Key",
      header: ["Idempotency-Key"],
    };
    expect(bound(http, {}).headers["idempotency-key"]).toBe("key-1");
    expect(bound(http, { "Idempotency-Key": "mine" }).headers["idempotency-key"]).toBe("mine");
  });

  it.each([
    "X-Original-URL",
    "x-rewrite-url",
    "HTTP2-Settings",
    "Via",
    "Sec-Fetch-Mode",
    "Keep-Alive",
    "Trailer",
    "Expect",
  ])("R-04 refuses to set %s from an argument", (name) =>
    expect(refusal(get("/", { header: [{ arg: "h", name }] }), { h: "v" }).code).toBe("unsupported"),
  );

  it("R-13 equal names in path, query, header and cookie each go to their own place", () => {
    const http: HttpPlan = {
      method: "HEAD",
      path: "/{id}",
      pathParameters: [{ arg: "id_path", name: "id" }],
      query: [{ arg: "id_query", name: "id" }],
      header: [{ arg: "id_header", name: "id" }],
      cookie: [{ arg: "id_cookie", name: "id" }],
    };
    expect(bound(http, { id_path: "p", id_query: "q", id_header: "h", id_cookie: "c" })).toMatchObject({
      method: "HEAD",
      path: "/p",
      query: ["id=q"],
      headers: { id: "h" },
      cookies: ["id=c"],
    });
  });
});

describe("cookies", () => {
  it.each<[string, unknown, string[]]>([
    ["a; admin=1", "a; admin=1", ["c=a%3B%20admin%3D1"]],
    ["a=b; Path=/", "a=b; Path=/", ["c=a%3Db%3B%20Path%3D%2F"]],
    ["quotes", '"a"', ["c=%22a%22"]],
    ["line breaks", "a\r\nSet-Cookie: x", ["c=a%0D%0ASet-Cookie%3A%20x"]],
    ["a list", ["a", "b"], ["c=a", "c=b"]],
  ])("R-06 %s", (_, c, cookies) => {
    for (const style of ["form", "cookie"] as const) {
      expect(bound(get("/", { cookie: [{ arg: "c", style }] }), { c }).cookies).toEqual(cookies);
    }
  });
});
