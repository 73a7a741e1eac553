import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../src/diagnostics.js";
import { baseName, toolkitName } from "../../../src/shape/toolkit-name.js";

describe("names of toolkits", () => {
  it.each([
    ["petstore.yaml", "Swagger Petstore", "petstore"],
    ["api.github.com.json", "GitHub v3 REST API", "github"],
    ["openapi.json", "GitHub v3 REST API", "github"],
    ["https://example.com/v3/api-docs", "The Zoo's API", "zoo"],
    ["-", "My Service 2.0", "my"],
    ["2fa.yaml", "", "n2fa"],
    ["openapi.yaml", "API", "api"],
    ["日本.yaml", "", "api"],
  ])("%s, %s → %s", (file, title, want) => {
    expect(toolkitName(undefined, [baseName(file), title], new Diagnostics())).toBe(want);
  });

  it("that were asked for are checked", () => {
    const diagnostics = new Diagnostics();
    expect(toolkitName("Not So", ["a.yaml", ""], diagnostics)).toBe("not_so");
    expect(diagnostics.list.map(({ code }) => code)).toEqual(["NAME_INVALID"]);
  });
});
