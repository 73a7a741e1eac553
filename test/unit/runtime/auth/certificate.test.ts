import { join } from "node:path";
import { inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Credential, CredentialProvider } from "../../../../src/runtime/auth/credentials.js";
import { environmentCredentials } from "../../../../src/runtime/auth/environment.js";
import type { ToolError } from "../../../../src/runtime/call/errors.js";
import type { Sender } from "../../../../src/runtime/http/send/sender.js";
import type { AuthScheme } from "../../../../src/tool/types.js";
import { makeCall, makeSender } from "../http/upstream.js";
import { Authority, type Pair, startSecure } from "./authority.js";

let authority: Authority;
let server: Pair;
let ann: Pair;
let bob: Pair;
beforeAll(() => {
  authority = new Authority();
  server = authority.issue("server");
  ann = authority.issue("ann");
  bob = authority.issue("bob", "0penSesame!");
}, 60_000);
afterAll(() => authority.clear());

const auth: Record<string, AuthScheme> = {
  tls: { type: "mutualTLS" },
  key: { type: "apiKey", in: "header", name: "x-key" },
};

function send(sender: Sender, origin: string, context?: unknown, scheme = "tls"): Promise<unknown> {
  const toolkit = { auth, origins: [origin] };
  return sender
    .send(
      makeCall(
        { method: "GET", path: "/x" },
        {},
        { baseUrl: origin, toolkit, tool: { auth: [{ [scheme]: [] }] }, context },
      ),
    )
    .then(
      ({ data }) => data,
      (cause: ToolError) => cause,
    );
}

describe("A-16 a client certificate", () => {
  it("is read from the files that the variables name", async () => {
    await using upstream = await startSecure(authority.ca, server);
    const file = (name: string): string => join(authority.dir, name);
    const sender = makeSender({
      credentials: environmentCredentials({
        KIT_TLS_CERT: file("bob.pem"),
        KIT_TLS_KEY: file("bob.key"),
        KIT_TLS_PASSPHRASE: "0penSesame!",
        KIT_TLS_CA: file("ca.pem"),
      }),
    });
    expect(await send(sender, upstream.origin)).toEqual({ name: "bob" });
    await sender.close();
  });

  it("is each user's own in interleaved calls, on connections of its own that are used again", async () => {
    await using upstream = await startSecure(authority.ca, server);
    const { ca } = authority;
    const users: Record<string, Credential> = { ann: { ...ann, ca }, bob: { ...bob, passphrase: "0penSesame!", ca } };
    const credentials: CredentialProvider = async ({ context }) => users[String(context)];
    const sender = makeSender({ credentials });
    const wanted = Array.from({ length: 40 }, (_, i) => (i % 3 ? "ann" : "bob"));
    const one = await Promise.all(wanted.map((name) => send(sender, upstream.origin, name)));
    expect(one).toEqual(wanted.map((name) => ({ name })));
    const opened = upstream.sockets();
    for (const name of wanted.slice(0, 6)) expect(await send(sender, upstream.origin, name)).toEqual({ name });
    expect(upstream.sockets()).toBe(opened);
    await sender.close();
  });

  it("is shown to no other origin, whether a redirect leads there or another credential goes there", async () => {
    await using other = await startSecure(authority.ca, server);
    await using upstream = await startSecure(authority.ca, server, `${other.origin}/x`);
    const { ca } = authority;
    const sender = makeSender({ credentials: ({ scheme }) => (scheme === "tls" ? { ...ann, ca } : "key-of-ann") });
    expect(await send(sender, upstream.origin)).toMatchObject({ code: "upstream_error", facts: { status: 307 } });
    expect([upstream.names, other.names]).toEqual([["ann"], []]);
    // The authority is part of the credential: without it, the server is a stranger.
    expect(await send(sender, other.origin, undefined, "key")).toMatchObject({ code: "network_error" });
    await sender.close();
  });

  it("goes to the server of --base-url, with the other credentials of the call, and to none that nobody allowed", async () => {
    await using upstream = await startSecure(authority.ca, server);
    const { ca } = authority;
    const asked: string[] = [];
    const sender = makeSender({
      credentials: ({ scheme }) => {
        asked.push(scheme);
        return scheme === "tls" ? { ...ann, ca } : "key-of-ann";
      },
    });
    const elsewhere = { auth, origins: ["https://api.test"], servers: { default: { url: upstream.origin } } };
    const both = { tool: { auth: [{ tls: [], key: [] }] } };
    const call = (more: object): Promise<unknown> =>
      sender.send(makeCall({ method: "GET", path: "/x" }, {}, { toolkit: elsewhere, ...both, ...more })).then(
        ({ data }) => data,
        (cause: ToolError) => cause.facts.hint,
      );
    expect(await call({})).toBe(`If you trust it, generate the toolkit with --allow-origin ${upstream.origin}.`);
    expect([asked, upstream.sockets()]).toEqual([[], 0]);
    expect(await call({ baseUrl: upstream.origin })).toEqual({ name: "ann" });
    expect(asked).toEqual(["tls", "key"]);
    await sender.close();
  });

  it.each<[string, () => Credential, string]>([
    ["another's key", () => ({ cert: ann.cert, key: server.key }), "tls cannot be used"],
    ["a wrong passphrase", () => ({ ...bob, passphrase: "S3cret-guess" }), "tls cannot be used"],
    ["no PEM", () => ({ cert: "S3cret", key: "S3cret" }), "tls cannot be used"],
    ["a text", () => "S3cret", "not of the kind"],
  ])("with %s is refused before a connection is made, without showing it", async (_, make, said) => {
    await using upstream = await startSecure(authority.ca, server);
    const sender = makeSender({ credentials: make });
    const failed = await send(sender, upstream.origin);
    expect(failed).toMatchObject({ code: "credentials_missing", message: expect.stringContaining(said) });
    expect(inspect(failed, { depth: 9 })).not.toMatch(/S3cret|PRIVATE KEY/);
    expect(upstream.sockets()).toBe(0);
    await sender.close();
  });

  it("that cannot be read is said by its variable, not by its path", async () => {
    const credentials = environmentCredentials({ KIT_TLS_CERT: "/s3cret/a.pem", KIT_TLS_KEY: "/s3cret/a.key" });
    const failed = await send(makeSender({ credentials }), "https://127.0.0.1:1");
    expect(failed).toMatchObject({
      code: "credentials_missing",
      message: "Not sent: the file of KIT_TLS_CERT cannot be read (ENOENT).",
    });
    expect(JSON.stringify((failed as ToolError).facts)).not.toContain("s3cret");
  });

  it("that is missing is asked for by name; a fetch of the host's shows none", async () => {
    const none = await send(makeSender({ credentials: environmentCredentials({}) }), "https://127.0.0.1:1");
    expect(none).toMatchObject({ facts: { hint: "Whoever runs the host has to set KIT_TLS_CERT and KIT_TLS_KEY." } });
    const sender = makeSender({ credentials: () => ann, fetch: () => Promise.reject(new Error("called")) });
    expect(await send(sender, "https://127.0.0.1:1")).toMatchObject({ code: "unsupported" });
  });
});
