import { describe, expect, it } from "vitest";
import { readQuota } from "../../../src/shape/quota.js";

describe("quotas", () => {
  it.each([
    ["2/500ms", { limit: 2, interval: 500 }],
    ["5000/1h", { limit: 5000, interval: 3_600_000 }],
    ["10/s", { limit: 10, interval: 1000 }],
    ["3/2min", { limit: 3, interval: 120_000 }],
    [
      { limit: 1, interval: 5 },
      { limit: 1, interval: 5 },
    ],
    ["0/1s", undefined],
    ["1/0s", undefined],
    ["1/1y", undefined],
    ["fast", undefined],
    [{ limit: "x", interval: 5 }, undefined],
    [7, undefined],
  ])("%j → %j", (given, want) => {
    expect(readQuota(given)).toEqual(want);
  });
});
