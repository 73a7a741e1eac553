/** RFC 8628, by a clock of its own: what passes while nobody waits. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Login } from "../../../../../src/runtime/auth/logins/login.js";
import { signIn } from "../../../../../src/runtime/auth/sign-in/sign-in.js";
import type { Toolkit } from "../../../../../src/tool/types.js";
import { memoryStore } from "../logins/memory.js";

const { waits } = vi.hoisted(() => ({ waits: [] as number[] }));
vi.mock("node:timers/promises", () => ({
  async setTimeout(ms: number, _: unknown, { signal }: { signal: AbortSignal }) {
    waits.push(Math.round(ms));
    signal.throwIfAborted();
  },
}));

const begun = { device_code: "d-1", user_code: "ABCD", verification_uri: "https://id.test/enter", expires_in: 600 };
const PENDING = [400, { error: "authorization_pending" }] as const;
const TOKEN = [200, { access_token: "access-1", token_type: "bearer" }] as const;

type Reply = readonly [status: number, body: unknown];

beforeEach(() => {
  waits.length = 0;
  vi.spyOn(performance, "now").mockImplementation(() => waits.reduce((sum, ms) => sum + ms, 0));
});
afterEach(() => void vi.restoreAllMocks());

/** `replies` of the token endpoint; an error is a network that fails. */
async function attempt(first: object, replies: readonly (Reply | Error)[], stop?: AbortController) {
  const flow = { deviceAuthorizationUrl: "https://id.test/device", tokenUrl: "https://id.test/token", scopes: {} };
  const toolkit: Toolkit = {
    name: "kit",
    origins: ["https://id.test"],
    auth: { oauth: { type: "oauth2", flows: { deviceAuthorization: flow } } },
    tools: {},
  };
  const rest = [...replies];
  const entered: object[] = [];
  const fetch = (async (url: string) => {
    if (url.endsWith("/device")) return Response.json({ ...begun, ...first });
    if (!url.endsWith("/token")) return new Response("", { status: 404 });
    const next = rest.shift() ?? PENDING;
    if (next instanceof Error) throw next;
    return Response.json(next[1], { status: next[0] });
  }) as typeof globalThis.fetch;
  const outcome: Login | Error = await signIn({
    toolkit,
    scheme: "oauth",
    method: "device",
    client: { clientId: "cli" },
    scopes: ["a"],
    store: memoryStore(),
    fetch,
    signal: stop?.signal ?? new AbortController().signal,
    tell: {
      open: () => undefined,
      enter: (prompt) => {
        entered.push(prompt);
        stop?.abort();
      },
    },
  }).catch((cause: Error) => cause);
  return { said: outcome instanceof Error ? outcome.message : outcome.access.reveal(), entered };
}

describe("the device flow", () => {
  const down = new TypeError("fetch failed");
  it.each<[string, object, readonly (Reply | Error)[], string, number[]]>([
    ["waits five seconds where nothing is said", {}, [PENDING, TOKEN], "access-1", [5000, 5000]],
    ["waits as told", { interval: 2 }, [PENDING, PENDING, TOKEN], "access-1", [2000, 2000, 2000]],
    [
      "asks five seconds later from then on when told to slow down",
      { interval: 2 },
      [[400, { error: "slow_down" }], PENDING, [400, { error: "slow_down" }], TOKEN],
      "access-1",
      [2000, 7000, 7000, 12_000],
    ],
    [
      "asks less often where the network fails, and goes on",
      { interval: 2 },
      [down, [503, {}], PENDING, down, TOKEN],
      "access-1",
      [2000, 4000, 8000, 8000, 16_000],
    ],
    [
      "gives up on a server that is down",
      { interval: 2 },
      [down, down, down],
      "There was no answer of the authorization server of oauth that can be used.",
      [2000, 4000, 8000],
    ],
    [
      "ends when the code does",
      { interval: 4, expires_in: 10 },
      [],
      "Nobody entered the code for oauth in time.",
      [4000, 4000, 2000],
    ],
    [
      "asks once at the end where the server wants years between",
      { interval: 1e12, expires_in: 1e12 },
      [],
      "Nobody entered the code for oauth in time.",
      [86_400_000],
    ],
    [
      "says that the code ended",
      {},
      [[400, { error: "expired_token" }]],
      "Nobody entered the code for oauth in time.",
      [5000],
    ],
    [
      "says that the person refused",
      {},
      [[400, { error: "access_denied" }]],
      "Access was denied: nobody is signed in for oauth.",
      [5000],
    ],
    [
      "says what else the server refuses, without its words",
      {},
      [[400, { error: "invalid_client", error_description: "canary" }]],
      "The authorization server of oauth refused: invalid_client.",
      [5000],
    ],
    [
      "ends where the server's answer is none",
      { interval: 0 },
      [],
      'The answer of the authorization server of oauth is not what it should be: "response" body "interval" property must be a positive number.',
      [],
    ],
    [
      "sends nobody to a page in clear",
      { verification_uri: "http://id.test/enter" },
      [],
      "The page to enter a code at for oauth is no https address.",
      [],
    ],
    [
      "sends nobody to what is no page",
      { verification_uri: "javascript:alert(1)" },
      [],
      "The page to enter a code at for oauth is no https address.",
      [],
    ],
  ])("%s", async (_, first, replies, said, want) => {
    expect([(await attempt(first, replies)).said, waits]).toEqual([said, want]);
  });

  it("shows the page with the code in it where there is one that may be opened", async () => {
    const { verification_uri: url, user_code: code } = begun;
    const complete = `${url}?code=ABCD`;
    expect((await attempt({ verification_uri_complete: complete }, [TOKEN])).entered).toEqual([
      { url, code, complete },
    ]);
    expect((await attempt({ verification_uri_complete: "file:///x" }, [TOKEN])).entered).toEqual([{ url, code }]);
  });

  it("ends at once when the person stops it", async () => {
    expect([(await attempt({}, [], new AbortController())).said, waits]).toEqual([
      "This operation was aborted",
      [5000],
    ]);
  });
});
