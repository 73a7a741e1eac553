import { describe, expect, it } from "vitest";
import { describe as describeTool } from "../../../src/shape/describe.js";

const tool = { said: "GET /pets/{petId}", deprecated: false };
const texts = (given: object, said?: string) => describeTool({ ...tool, ...given }, "get_pet", said);

describe("title and description", () => {
  it.each([
    [
      { summary: "Get a pet", description: "Finds it by id." },
      { title: "Get a pet", description: "Get a pet.\nFinds it by id." },
    ],
    [{ summary: "Get a pet." }, { title: "Get a pet", description: "Get a pet." }],
    [
      { summary: "Get a pet", description: "Get a pet, by its id." },
      { title: "Get a pet", description: "Get a pet, by its id." },
    ],
    [{ description: "<p>Finds **it**.</p>" }, { description: "Finds it." }],
    [{}, { description: "Get pet (GET /pets/{petId})." }],
    [{ summary: "\u200b", description: "<!-- x -->" }, { description: "Get pet (GET /pets/{petId})." }],
    [
      { summary: "Get a pet", deprecated: true },
      { title: "Get a pet", description: "Deprecated. Get a pet" },
    ],
  ])("%j", (given, want) => {
    expect(texts(given)).toEqual(want);
  });

  it("are what the config says, where it says something", () => {
    expect(texts({ summary: "Get a pet" }, "Look up *one* pet.").description).toBe("Look up one pet.");
  });

  it("are capped", () => {
    const { title, description } = texts({ summary: "word ".repeat(40), description: "Sentence. ".repeat(400) });
    expect(title).toBeUndefined();
    expect(description.length).toBeLessThanOrEqual(1024);
    expect(description.endsWith("Sentence.")).toBe(true);
  });
});
