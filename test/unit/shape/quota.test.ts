import { describe, expect, it } from "vitest";
import { readToolkitQuota } from "../../../src/shape/quota.js";

const second = { limit: 10, interval: 1000 };

describe("the quota of a toolkit", () => {
  it.each([
    ["10/s", { quota: second }],
    [["10/1s"], { quota: second }],
    [["10/1s", "900/1m"], { quota: [second, { limit: 900, interval: 60_000 }] }],
    ["github", { vendor: "github" }],
    [["github"], { vendor: "github" }],
    [["github", "10/1s"], { quota: second, vendor: "github" }],
    [["github", "slack"], "github and slack: a toolkit has one vendor"],
    ["githb", 'nothing is known of "githb": did you mean github?'],
    [[], "give 1 to 20 limits"],
    [["10/1s", "fast/1s"], expect.stringMatching(/^"fast\/1s" is no <limit>\/<interval>/)],
    [null, expect.stringMatching(/^null is no <limit>\/<interval>/)],
  ])("%j → %j", (given, want) => {
    expect(readToolkitQuota(given)).toEqual(want);
  });
});
