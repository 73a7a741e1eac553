/** Approvals that are not of this call, not by this caller, or not given. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Registry } from "../../../../src/index.js";
import { type McpHttpServer, serveMcpHttp } from "../../../../src/serve/mcp/index.js";
import { post, speech } from "./raw.js";
import { world } from "./world.js";

let registry: Registry;
let server: McpHttpServer;

beforeEach(async () => {
  registry = world();
  server = await serveMcpHttp(registry, { authorize: (token) => token });
});
afterEach(() => server.close(0));

interface Answer {
  readonly result?: {
    readonly isError?: boolean;
    readonly requestState?: string;
    readonly inputRequests?: Readonly<Record<string, { readonly params: { readonly message: string } }>>;
    readonly content?: readonly { readonly text: string }[];
  };
  readonly error?: { readonly code: number };
}

/** Calls `delete_all` by the protocol of 2026-07-28; `more`: of the request's params. */
async function remove(
  who: string,
  what: string,
  more: object = {},
  capability: object = { form: {} },
): Promise<Answer> {
  const { headers, request } = await speech(server, "modern", { authorization: `Bearer ${who}` });
  const body = request(1, "tools/call", { name: "delete_all", arguments: { what }, ...more }).replace(
    '"io.modelcontextprotocol/clientCapabilities":{}',
    `"io.modelcontextprotocol/clientCapabilities":${JSON.stringify({ elicitation: capability })}`,
  );
  const answer = await post(server, body, {
    headers: { ...headers, "mcp-method": "tools/call", "mcp-name": "delete_all" },
  });
  return (await answer.json()) as Answer;
}

const yes = { inputResponses: { approval: { action: "accept", content: { approve: true } } } };
const done = async (): Promise<unknown> => {
  const result = await registry.call("get_log", {});
  return result.ok && result.data;
};

describe("an approval", () => {
  it("is of the call that was shown", async () => {
    const { result } = await remove("ann", "x");
    expect(Object.values(result?.inputRequests ?? {})[0]?.params.message).toBe(
      'This cannot be undone: delete_all\nDeletes it all.\n{\n  "what": "x"\n}',
    );
    expect((await remove("ann", "x", { ...yes, requestState: result?.requestState })).result?.content?.[0]?.text).toBe(
      '{"deleted":"x"}',
    );
    expect(await done()).toEqual(["deleted x"]);
  });

  it("of one call is none of another: the person is asked again", async () => {
    const { result } = await remove("ann", "x");
    const other = await remove("ann", "everything", { ...yes, requestState: result?.requestState });
    expect(Object.values(other.result?.inputRequests ?? {})[0]?.params.message).toContain("everything");
    expect(await done()).toEqual([]);
  });

  it.each([
    { what: "another caller's", who: "ben", change: (state: string) => state },
    { what: "made up", who: "ann", change: () => "v1.e30.AAAA" },
    { what: "changed", who: "ann", change: (state: string) => state.replace(/.{3}$/, "AAA") },
  ])("whose state is $what is refused", async ({ who, change }) => {
    const { result } = await remove("ann", "x");
    const answer = await remove(who, "x", { ...yes, requestState: change(result?.requestState ?? "") });
    expect(answer.error?.code).toBe(-32602);
    expect(await done()).toEqual([]);
  });

  it.each([
    { what: "without having been asked", more: yes },
    { what: "not at all", more: {} },
  ])("that is given $what lets nothing through", async ({ more }) => {
    expect((await remove("ann", "x", more)).result?.inputRequests).toBeDefined();
    expect(await done()).toEqual([]);
  });

  it.each([
    { action: "decline" },
    { action: "cancel" },
    { action: "accept", content: {} },
    { action: "accept", content: { approve: false } },
    { action: "accept", content: { approve: "true" } },
  ])("of %j is a no", async (approval) => {
    const { result } = await remove("ann", "x");
    const given = { inputResponses: { approval }, requestState: result?.requestState };
    expect((await remove("ann", "x", given)).result?.isError).toBe(true);
    expect(await done()).toEqual([]);
  });

  it("cannot be asked of a client that only opens pages", async () => {
    const { result } = await remove("ann", "x", {}, { url: {} });
    expect([result?.isError, result?.inputRequests]).toEqual([true, undefined]);
    expect(result?.content?.[0]?.text).toContain("nobody has approved");
  });
});
