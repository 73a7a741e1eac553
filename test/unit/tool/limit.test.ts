import { describe, expect, it } from "vitest";
import { readLimit, readLimits } from "../../../src/tool/limit.js";

describe("limits", () => {
  it.each([
    ["2/500ms", { limit: 2, interval: 500 }],
    ["5000/1h", { limit: 5000, interval: 3_600_000 }],
    ["10/s", { limit: 10, interval: 1000 }],
    [" 3 / 2 min ", { limit: 3, interval: 120_000 }],
    ["10/1s+20", { rate: 10, burst: 20 }],
    [
      { limit: 1, interval: 5 },
      { limit: 1, interval: 5 },
    ],
    [
      { limit: 900, interval: "1m", unit: "point", costs: { read: 1, write: 5 }, per: ["tool", "arg:model"] },
      { limit: 900, interval: 60_000, unit: "point", costs: { read: 1, write: 5 }, per: ["tool", "arg:model"] },
    ],
    [
      { rate: 0.5, burst: 1 },
      { rate: 0.5, burst: 1 },
    ],
    [{ concurrency: 8 }, { concurrency: 8 }],
  ])("%j → %j", (given, want) => expect(readLimit(given)).toEqual(want));

  it.each<readonly [given: unknown, want: string]>([
    ["0/1s", '"0/1s" lets nothing through'],
    ["1/0s", '"1/0s" lets nothing through'],
    ["1/30d", '"1/30d": the longest interval is 24 days'],
    ["1/1y", '"1/1y" is no <limit>/<interval>'],
    ["fast", '"fast" is no <limit>/<interval>'],
    [7, "7 is no <limit>/<interval>"],
    [{}, "{} has none of limit, rate and concurrency"],
    [{ limit: "x", interval: 5 }, '{"limit":"x","interval":5}: limit is no whole number'],
    [{ limit: 5 }, '{"limit":5}: interval is no time'],
    [{ limit: 5, interval: "1y" }, '{"limit":5,"interval":"1y"}: interval is no time'],
    [{ limit: 5, intervall: 5 }, '{"limit":5,"intervall":5} has an unknown key intervall: did you mean interval?'],
    [{ rate: 0, burst: 1 }, '{"rate":0,"burst":1}: rate is no number'],
    [{ rate: 1, burst: 0.5 }, '{"rate":1,"burst":0.5}: burst is no number'],
    [{ rate: 1e-9, burst: 9 }, '{"rate":1e-9,"burst":9}: it takes more than 24 days'],
    [{ concurrency: 1.5 }, '{"concurrency":1.5}: concurrency is no whole number'],
    [{ concurrency: 1, unit: "pint" }, '{"concurrency":1,"unit":"pint"}: unit is neither'],
    [{ concurrency: 1, costs: { read: -1 } }, '{"concurrency":1,"costs":{"read":-1}}: costs are no numbers'],
    [{ concurrency: 1, costs: { reads: 1 } }, '{"concurrency":1,"costs":{"reads":1}}: costs are no numbers'],
    [{ concurrency: 1, per: ["user"] }, '{"concurrency":1,"per":["user"]}: per is no list'],
  ])("refuses %j", (given, want) => expect(String(readLimit(given)).slice(0, want.length)).toBe(want));

  it("hold several at once", () => {
    const second = { limit: 1, interval: 1000 };
    expect(readLimits("1/1s")).toEqual(second);
    expect(readLimits(["1/1s"])).toEqual(second);
    expect(readLimits(["1/1s", second])).toEqual([second, second]);
    expect(readLimits([])).toBe("give 1 to 20 limits");
    expect(readLimits(["1/1s", "x"])).toMatch(/^"x" is no/);
  });
});
