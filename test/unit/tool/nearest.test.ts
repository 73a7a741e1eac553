import { describe, expect, it } from "vitest";
import { nearest } from "../../../src/tool/nearest.js";

const NAMES = ["list_issues", "create_issue", "get_repository", "star_repository", "labels", "per_page", "state"];

describe("nearest", () => {
  it.each([
    ["lables", "labels"],
    ["perPage", "per_page"],
    ["per-page", "per_page"],
    ["issue_create", "create_issue"],
    ["createIssues", "create_issue"],
    ["get_repositry", "get_repository"],
    ["State", "state"],
  ])("%s → %s", (asked, want) => {
    expect(nearest(asked, NAMES, 1)).toEqual([want]);
  });

  it.each(["zzz", "", "x".repeat(10_000)])("%s is near to none", (asked) => {
    expect(nearest(asked, NAMES, 3)).toEqual([]);
  });

  it("takes a moment for a thousand names", () => {
    const names = Array.from({ length: 1300 }, (_, i) => `some_rather_long_name_of_a_tool_${i}`);
    const from = performance.now();
    nearest("some_other_rather_long_name_of_the_tool", names, 3);
    expect(performance.now() - from).toBeLessThan(500);
  });
});
