import { describe, expect, it } from "vitest";
import { ToolError } from "../../../../../src/runtime/call/errors.js";
import { createFileStore } from "../../../../../src/runtime/http/files.js";
import { bindings } from "../../../../../src/runtime/http/request/bindings.js";
import { encodeBody } from "../../../../../src/runtime/http/request/body.js";
import type { JsonSchema } from "../../../../../src/tool/json-schema.js";
import type { HttpBody, HttpToolDefinition } from "../../../../../src/tool/types.js";

const toolOf = (body: HttpBody, input: HttpToolDefinition["input"] = true): HttpToolDefinition => ({
  name: "t",
  description: "t",
  effect: "write",
  input,
  http: { method: "POST", path: "/", body },
});

function encoded(body: HttpBody, args: Record<string, unknown>): { type: string; text: string } | undefined {
  const made = encodeBody(toolOf(body), args, createFileStore());
  return made && { type: made.contentType, text: Buffer.from(made.bytes as Uint8Array).toString("latin1") };
}

function refusal(body: HttpBody, args: Record<string, unknown>): string {
  try {
    encoded(body, args);
  } catch (error) {
    if (error instanceof ToolError && error.code === "invalid_arguments") return error.message;
    throw error;
  }
  throw new Error("it was encoded");
}

/** `name` or `name|type` of each part, then its content. */
function parts(made: { type: string; text: string } | undefined): string[] {
  const boundary = /boundary=(\S+)$/.exec(made?.type ?? "")?.[1] ?? "?";
  return (made?.text ?? "")
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [head = "", content = ""] = part.slice(2, -2).split("\r\n\r\n");
      return `${/name="([^"]*)"/.exec(head)?.[1]}|${/Content-Type: (.*)/.exec(head)?.[1] ?? ""}|${content}`;
    });
}

const JSON_BODY = { mediaType: "application/json" };
const FORM = { mediaType: "application/x-www-form-urlencoded" };
const MULTIPART = { mediaType: "multipart/form-data" };

describe("JSON", () => {
  it.each<[string, HttpBody, Record<string, unknown>, string | undefined]>([
    ["an array", { ...JSON_BODY, arg: "body" }, { body: [1, null] }, "[1,null]"],
    ["null", { ...JSON_BODY, arg: "body" }, { body: null }, "null"],
    ["false", { ...JSON_BODY, arg: "body" }, { body: false }, "false"],
    ["the empty string", { ...JSON_BODY, arg: "body" }, { body: "" }, '""'],
    ["nothing", { ...JSON_BODY, arg: "body" }, {}, undefined],
    [
      "R-10 a big integer",
      { ...JSON_BODY, fields: ["a"] },
      { a: [{ b: 18446744073709551615n }] },
      '{"a":[{"b":18446744073709551615}]}',
    ],
    [
      "R-07 a field __proto__",
      { ...JSON_BODY, fields: [{ arg: "p", name: "__proto__" }] },
      { p: 1 },
      '{"__proto__":1}',
    ],
    ["inherited names are no arguments", { ...JSON_BODY, fields: ["toString"] }, {}, undefined],
    [
      "another JSON type, as declared",
      { mediaType: "application/merge-patch+json; charset=utf-8", fields: ["a"] },
      { a: null },
      '{"a":null}',
    ],
  ])("%s", (_, body, args, text) => {
    const made = encoded(body, args);
    expect(made?.text).toBe(text);
    if (made) expect(made.type).toBe(body.mediaType);
  });
});

describe("forms", () => {
  it.each<[string, Partial<HttpBody>, Record<string, unknown>, string]>([
    ["falsy values", {}, { a: 0, b: false, c: "" }, "a=0&b=false&c="],
    ["an explicit null is an empty value", {}, { a: null }, "a="],
    ["lists repeat, an object in one is JSON", {}, { a: ["x", { k: 1 }] }, "a=x&a=%7B%22k%22%3A1%7D"],
    ["an empty list is nothing", {}, { a: [], b: 1 }, "b=1"],
    ["not exploded", { encoding: { a: { explode: false } } }, { a: ["x,y", "z"] }, "a=x%2Cy,z"],
    ["pipes", { encoding: { a: { style: "pipeDelimited", explode: false } } }, { a: ["x", "z"] }, "a=x%7Cz"],
    ["exploded object", { encoding: { a: { style: "form" } } }, { a: { r: 1, g: 2 } }, "r=1&g=2"],
    [
      "deep, with lists",
      { encoding: { a: { style: "deepObject", explode: true } } },
      { a: { b: [{ c: 1 }, { c: 2 }] } },
      "a%5Bb%5D%5B0%5D%5Bc%5D=1&a%5Bb%5D%5B1%5D%5Bc%5D=2",
    ],
    ["deep, a list by itself", { encoding: { a: { style: "deepObject", explode: true } } }, { a: ["x"] }, "a%5B0%5D=x"],
    ["allowReserved", { encoding: { a: { allowReserved: true } } }, { a: "a/b&c=d" }, "a=a/b%26c%3Dd"],
    ["by content type", { encoding: { a: { contentType: "application/json" } } }, { a: ["x"] }, "a=%5B%22x%22%5D"],
    ["nothing splits a pair", {}, { a: "1&b=2;c=3+4%20" }, "a=1%26b%3D2%3Bc%3D3%2B4%2520"],
  ])("%s", (_, plan, args, text) => {
    expect(encoded({ ...FORM, fields: Object.keys(args), ...plan }, args)?.text).toBe(text);
    const whole = { body: args };
    expect(encoded({ ...FORM, arg: "body", ...plan }, whole)?.text).toBe(text);
  });

  it("names the argument with half of a surrogate pair", () => {
    expect(refusal({ ...FORM, fields: ["a"] }, { a: "\ud800" })).toContain(
      "The argument a holds half of a surrogate pair",
    );
  });
});

describe("multipart", () => {
  it.each<[string, Partial<HttpBody>, Record<string, unknown>, string[]]>([
    [
      "kinds of values",
      {},
      { a: 1, b: false, c: "x", d: { k: 1 }, e: ["x", { k: 2 }] },
      ["a||1", "b||false", "c||x", 'd|application/json|{"k":1}', "e||x", 'e|application/json|{"k":2}'],
    ],
    [
      "a list as one part",
      { encoding: { e: { contentType: "application/json" } } },
      { e: ["x"] },
      ['e|application/json|["x"]'],
    ],
    [
      "styles",
      { encoding: { a: { style: "deepObject", explode: true }, b: { style: "form", explode: false } } },
      { a: { b: ["x&y"], "c=d": 1 }, b: ["p", "q"] },
      ["a[b][0]||x&y", "a[c=d]||1", "b||p,q"],
    ],
    [
      "files",
      { encoding: { f: { file: true } } },
      { f: [{ data: "YQ==", contentType: "image/png" }, { data: "Yg==" }] },
      ["f|image/png|a", "f|application/octet-stream|b"],
    ],
    [
      "the one declared type of a file",
      { encoding: { f: { file: true, contentType: "image/png" } } },
      { f: { data: "YQ==", contentType: "text/html" } },
      ["f|image/png|a"],
    ],
    [
      "one of the declared types",
      { encoding: { f: { file: true, contentType: "image/png, image/jpeg" } } },
      { f: [{ data: "YQ==", contentType: "image/jpeg" }, { data: "Yg==" }] },
      ["f|image/jpeg|a", "f|image/png|b"],
    ],
    [
      "within the declared range",
      { encoding: { f: { file: true, contentType: "image/*" } } },
      { f: [{ data: "YQ==", contentType: "Image/WebP" }, { data: "Yg==" }] },
      ["f|Image/WebP|a", "f|application/octet-stream|b"],
    ],
  ])("%s", (_, plan, args, want) => {
    expect(parts(encoded({ ...MULTIPART, fields: Object.keys(args), ...plan }, args))).toEqual(want);
  });

  it("R-11 refuses a type that the document does not take", () => {
    const body = { ...MULTIPART, fields: ["f"], encoding: { f: { file: true, contentType: "image/png, image/*" } } };
    expect(refusal(body, { f: { data: "YQ==", contentType: "text/html" } })).toBe(
      'The argument f is a file of the type "text/html", and image/png, image/* is taken.',
    );
  });

  it("R-09 a content type cannot begin another header", () => {
    const body = { ...MULTIPART, fields: ["f"], encoding: { f: { file: true } } };
    expect(refusal(body, { f: { data: "YQ==", contentType: "text/plain\r\nX-Evil: 1" } })).toContain(
      "control character",
    );
  });

  it("other subtypes: parts without form-data", () => {
    const made = encoded({ mediaType: "multipart/mixed", fields: ["a"] }, { a: { k: 1 } });
    expect(made?.type).toMatch(/^multipart\/mixed; boundary=toolgen-/);
    expect(made?.text).toContain(
      'Content-Disposition: attachment; name="a"\r\nContent-Type: application/json\r\n\r\n{"k":1}',
    );
  });
});

describe("files", () => {
  it.each(["", "YQ==", "YQ", "-_8=", "+/8="])("takes base64 %j", (data) => {
    expect(encoded({ mediaType: "application/pdf", arg: "body", file: true }, { body: { data } })?.text).toBe(
      Buffer.from(data, "base64").toString("latin1"),
    );
  });

  it.each(["a b=", "YQ===", "Y", "=", "YQ==YQ==", "é"])("refuses %j, which is no base64", (data) => {
    expect(refusal({ mediaType: "application/pdf", arg: "body", file: true }, { body: { data } })).toContain(
      "not base64",
    );
  });

  it("R-11 the model does not choose the media type", () => {
    const file = { data: "YQ==", contentType: "text/html" };
    expect(encoded({ mediaType: "application/pdf", arg: "body", file: true }, { body: file })?.type).toBe(
      "application/pdf",
    );
    expect(refusal({ mediaType: "image/*", arg: "body", file: true }, { body: file })).toContain("text/html");
  });

  it("a handle that is gone is named", () => {
    expect(refusal({ mediaType: "*/*", arg: "body", file: true }, { body: { handle: "file:1" } })).toContain(
      '"file:1"',
    );
  });

  it("are bounded in size and time", () => {
    let now = 0;
    const clock = { now: () => now, after: () => () => undefined };
    const store = createFileStore({ maxBytes: 10, maxAgeMs: 100, clock });
    const put = (size: number): string => store.put({ bytes: new Uint8Array(size) });
    const [a, b] = [put(6), put(4)];
    expect([store.get(a)?.bytes.length, store.get(b)?.bytes.length]).toEqual([6, 4]);
    const c = put(1);
    expect([store.get(a), store.get(b)?.bytes.length, store.get(c)?.bytes.length]).toEqual([undefined, 4, 1]);
    const large = put(50);
    expect([store.get(b), store.get(large)?.bytes.length]).toEqual([undefined, 50]);
    now = 100;
    expect(store.get(large)).toBeUndefined();
  });
});

describe("bindings", () => {
  it("reach items, maps and branches; a recursive schema ends", () => {
    const node: JsonSchema = {
      type: "object",
      properties: Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`next_${i}`, { $ref: "#/$defs/Node" }])),
    };
    const input: JsonSchema = {
      type: "object",
      properties: {
        body: {
          oneOf: [
            { type: "array", items: { properties: { a_b: { "x-toolgen-wire": "a-b" } } } },
            { additionalProperties: { properties: { c_d: { "x-toolgen-wire": "c~/d" } } } },
            { $ref: "#/$defs/Node" },
          ],
        },
      },
      $defs: { Node: node },
    };
    const before = performance.now();
    const [binding] = bindings(toolOf({ mediaType: "application/json", arg: "body", renamed: true }, input));
    expect(performance.now() - before).toBeLessThan(2000);
    expect(binding).toEqual({ arg: "body", in: "body", rename: { "/*/a_b": "a-b", "/*/c_d": "c~/d" } });
  });
});
