import { beforeAll, describe, expect, it } from "vitest";
import { build } from "../e2e/cli.js";

const ROOT = "../../examples/agent";

// The examples import toolgen as any project does: it has to be built.
beforeAll(build, 120_000);

async function run(
  approve: boolean,
): Promise<{ answer: string; messages: readonly { role: string; content: string }[] }> {
  const [{ agent }, { script }, { shop }, { createRegistry }] = await Promise.all([
    import(`${ROOT}/loop.ts`),
    import(`${ROOT}/model.ts`),
    import(`${ROOT}/shop.ts`),
    import("../../dist/runtime/index.js"),
  ]);
  const registry = createRegistry({ approve: () => approve });
  registry.register(shop());
  const messages: { role: string; content: string }[] = [];
  const onMessage = (message: { role: string; content: string }): void => void messages.push(message);
  const answer = await agent(script(), registry, "Cancel my order of tea.", { onMessage });
  await registry.close();
  return { answer, messages };
}

describe("the agent of the examples", () => {
  it("reads what was wrong with a call, mends it, and does what was asked", async () => {
    const { answer, messages } = await run(true);
    expect(answer).toBe("Your order is cancelled.");
    expect(messages.filter(({ role }) => role === "tool").map(({ content }) => content)).toEqual([
      expect.stringMatching(/name: unknown argument.*customer/s),
      '[{"id":1,"customer":"Ann","item":"tea"}]',
      '{"cancelled":1}',
    ]);
  });

  it("does not do what nobody approves", async () => {
    const { answer } = await run(false);
    expect(answer).toMatch(/^I could not: .*not approved/);
  });
});
