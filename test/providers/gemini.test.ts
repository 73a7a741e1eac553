import { GoogleGenAI } from "@google/genai";
import { afterEach, expect, it } from "vitest";
import { type FakeApi, fakeApi } from "./api.js";
import { ask } from "./examples/gemini.js";
import { ANSWER, HOURS, openMuseum, QUESTION, REASON, RIGHT, WRONG } from "./museum.js";

let api: FakeApi | undefined;
afterEach(() => api?.close());

it("takes declarations as they are, and parts in the order of the calls", async () => {
  const content = (...parts: object[]): object => ({ candidates: [{ content: { role: "model", parts } }] });
  const call = (id: string, args: object): object => ({ functionCall: { id, name: "get_museum_hours", args } });
  api = await fakeApi([
    content({ text: "Let me see." }, call("a", WRONG), call("b", RIGHT)),
    content({ text: ANSWER }),
  ]);
  const client = new GoogleGenAI({ apiKey: "none", httpOptions: { baseUrl: api.url } });
  expect(await ask(client, openMuseum(), QUESTION)).toBe(ANSWER);
  const [first, second] = api.requests.map(({ body }) => body);
  const parameters = {
    type: "OBJECT",
    properties: {
      startDate: { type: "STRING", description: expect.stringContaining("(format date)") },
      page: { type: "INTEGER", default: 1, description: "Page number to retrieve." },
      limit: { type: "INTEGER", default: 10, maximum: 30, description: "Number of days per page." },
    },
  };
  const description = "Get museum hours.\nGet upcoming museum operating hours.";
  expect(first?.["tools"]).toEqual([
    { functionDeclarations: expect.arrayContaining([{ name: "get_museum_hours", description, parameters }]) },
  ]);
  expect((second?.["contents"] as object[] | undefined)?.at(-1)).toEqual({
    role: "user",
    parts: [
      { functionResponse: { id: "a", name: "get_museum_hours", response: { error: expect.stringMatching(REASON) } } },
      { functionResponse: { id: "b", name: "get_museum_hours", response: { output: HOURS } } },
    ],
  });
});
