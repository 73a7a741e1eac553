import { expect, it } from "vitest";
import { createRegistry } from "../../../../src/runtime/index.js";
import { mcpServerFactory } from "../../../../src/serve/mcp/server.js";
import { createSessions, type Sessions } from "../../../../src/serve/mcp/sessions.js";
import { initialize, message } from "./raw.js";

const TYPES = { "content-type": "application/json", accept: "application/json, text/event-stream" };

function send(sessions: Sessions, who: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  const request = new Request("http://127.0.0.1/mcp", { method: "POST", headers: { ...TYPES, ...headers }, body });
  const authInfo = { token: who, clientId: who, scopes: [] };
  return sessions.fetch(request, { parsedBody: JSON.parse(body) as unknown, authInfo });
}

async function begin(sessions: Sessions, who: string): Promise<string> {
  const answer = await send(sessions, who, initialize("2025-11-25"));
  await answer.text();
  return answer.headers.get("mcp-session-id") ?? String(answer.status);
}

async function uses(sessions: Sessions, who: string, id: string): Promise<number> {
  const headers = { "mcp-session-id": id, "mcp-protocol-version": "2025-11-25" };
  const answer = await send(sessions, who, message(2, "ping", {}), headers);
  await answer.text();
  return answer.status;
}

it("a caller who opens very many loses the one not used for longest, and locks nobody out", async () => {
  const sessions = createSessions(mcpServerFactory(createRegistry()), 4);
  const ben = await begin(sessions, "ben");
  const ann = [await begin(sessions, "ann"), await begin(sessions, "ann"), await begin(sessions, "ann")] as const;
  expect(await uses(sessions, "ann", ann[0])).toBe(200);
  const eve = await begin(sessions, "eve");
  expect(await uses(sessions, "ann", ann[1])).toBe(404);
  for (const [who, id] of [
    ["ben", ben],
    ["eve", eve],
    ["ann", ann[0]],
    ["ann", ann[2]],
  ] as const)
    expect(await uses(sessions, who, id)).toBe(200);
  await sessions.close();
});

it("whoever has one session keeps it", async () => {
  const sessions = createSessions(mcpServerFactory(createRegistry()), 2);
  const ann = await begin(sessions, "ann");
  await begin(sessions, "ben");
  expect(await begin(sessions, "eve")).toBe("503");
  expect(await uses(sessions, "ann", ann)).toBe(200);
  await sessions.close();
});
