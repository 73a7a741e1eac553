/** The signature of the example, judged by aws4 and by AWS's own test suite. */
import * as aws4 from "aws4";
import { beforeAll, describe, expect, it } from "vitest";
import type { SignRequest } from "../../src/runtime/auth/signature.js";
import { createRegistry } from "../../src/runtime/index.js";
import type { HttpPlan } from "../../src/tool/index.js";
import { type Seen, startUpstream } from "../unit/runtime/http/upstream.js";

type AwsKey = { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
let awsSignature: (
  keyOf: (context: unknown) => AwsKey,
  place: { region: string; service: string; now?: () => Date },
) => SignRequest;
beforeAll(async () => {
  ({ awsSignature } = await import("../../examples/sign-aws.js" as string));
});

const place = { region: "us-east-1", service: "execute-api" };
const keys: Record<string, AwsKey> = {
  ann: { accessKeyId: "AKIDANN", secretAccessKey: "secret-of-ann/+" },
  bob: { accessKeyId: "ASIABOB", secretAccessKey: "secret-of-bob", sessionToken: "session/of+bob==" },
};

/** What aws4 makes of the request as it came. */
function judged({ method, url, headers, body }: Seen, origin: string): unknown {
  const authorization = String(headers["authorization"]);
  const id = /Credential=(\w+)\//.exec(authorization)?.[1];
  const key = Object.values(keys).find(({ accessKeyId }) => accessKeyId === id) ?? {
    accessKeyId: "",
    secretAccessKey: "",
  };
  const names = /SignedHeaders=([\w;-]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const { accessKeyId, secretAccessKey } = key;
  const signed = aws4.sign(
    {
      ...place,
      method,
      host: new URL(origin).host,
      path: url,
      ...(body !== "" && { body: Buffer.from(body, "latin1") }),
      extraHeadersToIgnore: { "content-length": true },
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
    },
    { accessKeyId, secretAccessKey },
  );
  return signed.headers["Authorization"];
}

describe("a request signed for AWS", () => {
  it.each<[string, HttpPlan, Record<string, unknown>]>([
    ["a read", { method: "GET", path: "/items" }, {}],
    [
      "a query, with what it has to encode",
      { method: "GET", path: "/items", query: ["b", "a"] },
      { b: "x y/ü*", a: "1&2" },
    ],
    ["a path, with what it has to encode", { method: "GET", path: "/items/{id}" }, { id: "a b/ü~'" }],
    [
      "a body",
      { method: "PUT", path: "/items", body: { mediaType: "application/json", fields: ["name"] } },
      { name: "Zoë" },
    ],
  ])("with %s is what aws4 would have sent, at each attempt, for each user", async (_, http, args) => {
    let n = 0;
    await using upstream = await startUpstream((_request, response) => {
      response.writeHead(n++ === 0 ? 503 : 200, { "content-type": "application/json" }).end("{}");
    });
    const registry = createRegistry({
      retryBaseMs: 1,
      sign: awsSignature((context) => keys[String(context)] ?? (keys["ann"] as AwsKey), place),
    });
    registry.register({
      name: "kit",
      origins: [upstream.origin],
      servers: { default: { url: upstream.origin } },
      auth: { aws: { type: "http", scheme: "aws4-hmac-sha256" } },
      tools: {
        t: {
          name: "t",
          description: "t",
          effect: http.method === "GET" ? "read" : "write",
          input: { type: "object" },
          auth: [{ aws: [] }],
          http,
        },
      },
    });
    for (const context of ["ann", "bob"])
      expect(await registry.call("t", args, { context })).toMatchObject({ ok: true });
    await registry.close();
    expect(upstream.seen.map((seen) => judged(seen, upstream.origin))).toEqual(
      upstream.seen.map(({ headers }) => headers["authorization"]),
    );
    const users = upstream.seen.map(({ headers }) => /Credential=(\w+)/.exec(String(headers["authorization"]))?.[1]);
    expect(users).toEqual(["AKIDANN", "AKIDANN", "ASIABOB"]);
  });

  it("is what AWS says in its test suite, get-vanilla", async () => {
    const key = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY" };
    const sign = awsSignature(() => key, {
      region: "us-east-1",
      service: "service",
      now: () => new Date("2015-08-30T12:36:00Z"),
    });
    const signal = new AbortController().signal;
    const request = { method: "GET", url: "https://example.amazonaws.com/", headers: {}, toolkit: "", tool: "" };
    expect(await sign({ ...request, context: undefined, signal })).toEqual({
      headers: {
        "x-amz-date": "20150830T123600Z",
        authorization:
          "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
      },
    });
  });
});
