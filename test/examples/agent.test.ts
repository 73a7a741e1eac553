import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { build } from "../e2e/cli.js";

const FOLDER = "../../examples/agent";
const TRANSCRIPT = join(import.meta.dirname, FOLDER, "transcript.txt");

// The examples import toolgen as any project does: it has to be built.
beforeAll(build, 120_000);
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

interface Message {
  readonly role: string;
  readonly content: string;
}

/** What the tools said, and then the model. */
async function run(approve: boolean): Promise<readonly string[]> {
  const [{ agent }, { script }, { shop }, { carrier }, { createRegistry }] = await Promise.all([
    import(`${FOLDER}/loop.ts`),
    import(`${FOLDER}/model.ts`),
    import(`${FOLDER}/shop.ts`),
    import(`${FOLDER}/carrier.ts`),
    import("../../dist/runtime/index.js"),
  ]);
  const registry = createRegistry({ approve: () => approve, env: {} });
  registry.register(shop());
  registry.register(carrier());
  const said: string[] = [];
  const onMessage = ({ role, content }: Message): void => {
    if (role === "tool") said.push(content);
  };
  const answer = await agent(script(), registry, "Cancel my tea.", { onMessage });
  await registry.close();
  return [...said, answer];
}

describe("the agent of the examples", () => {
  it("reads what was wrong with a call, mends it, waits for the quota, and says what it could not do", async () => {
    vi.stubEnv("CARRIER_KEY", undefined);
    const lines = ["$ node examples/agent/main.ts"];
    vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));
    await import(`${FOLDER}/main.ts`);
    const real = `${lines.join("\n")}\n`;
    if (process.env["UPDATE_README"] === "1") writeFileSync(TRANSCRIPT, real);
    else expect(real).toBe(readFileSync(TRANSCRIPT, "utf8"));
  });

  it("does not do what nobody approves", async () => {
    const said = await run(false);
    expect(said.slice(2)).toEqual([
      "cancel_order was not approved. Nothing was sent. Do not try the same call again: ask what is wanted instead.",
      "Not sent: the call needs credentials that are not there. Whoever runs the host has to set CARRIER_KEY.",
      '[{"id":1,"customer":"Ann","item":"tea"},{"id":2,"customer":"Ann","item":"pot","parcel":"P-7"}]',
      "These are your orders now: tea, pot. I could not cancel the tea. I have no access to the carrier, and cannot say where the pot is.",
    ]);
  });
});
