import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/cli/usage.js";
import {
  parseAtATime,
  parseCount,
  parseDuration,
  parseHeaderName,
  parseHttpUrl,
  parseLimit,
  parseOrigin,
  parseQuota,
} from "../../../src/cli/values.js";

const refusal = (read: () => unknown): string => {
  try {
    return `read as ${JSON.stringify(read())}`;
  } catch (error) {
    if (error instanceof UsageError) return `${error.message}. ${error.hint}`;
    throw error;
  }
};

describe("durations", () => {
  it.each([
    ["500ms", 500],
    ["30s", 30_000],
    ["1.5m", 90_000],
    ["1h", 3_600_000],
    ["0s", 0],
    ["1d", 86_400_000],
  ])("%s is %d ms", (text, want) => expect(parseDuration(text)).toBe(want));

  it.each(["", "30", "s", "-1s", "1e3s", "3 s", "1w", "1s2", "NaNs", "constructor", "1__proto__"])(
    "refuses %j",
    (text) =>
      expect(refusal(() => parseDuration(text))).toBe(
        `"${text}" is not a duration. Write a number with a unit: 500ms, 30s, 2m or 1h.`,
      ),
  );

  it("refuses what a timer cannot hold", () =>
    expect(refusal(() => parseDuration("25d"))).toBe('"25d" is too long. The longest duration is 24 days.'));
});

describe("quotas", () => {
  it.each([
    ["2/500ms", { limit: 2, interval: 500 }],
    ["5000/1h", { limit: 5000, interval: 3_600_000 }],
    ["10/s", { limit: 10, interval: 1000 }],
    ["1/1.5s", { limit: 1, interval: 1500 }],
    ["10/1s+20", { rate: 10, burst: 20 }],
    ["30/1m+5", { rate: 0.5, burst: 5 }],
    ['{"concurrency":5}', { concurrency: 5 }],
    ['{"limit":9,"interval":"1m","unit":"point"}', { limit: 9, interval: 60_000, unit: "point" }],
  ])("%s", (text, want) => {
    expect(parseLimit(text)).toEqual(want);
    expect(parseQuota(text)).toEqual(want);
  });

  it("of a toolkit may be a vendor's", () => {
    expect(parseQuota("github")).toBe("github");
    expect(refusal(() => parseQuota("gihub"))).toBe('Nothing is known of the limits of "gihub". Did you mean github?');
    expect(refusal(() => parseQuota("acme"))).toContain("Known are discord, github, google");
    expect(refusal(() => parseLimit("github"))).toContain('"github" is not a quota');
  });

  it.each(["{", '{"concurrency":0}', '{"limit":1}', '{"limit":1,"intervall":5}'])("refuses the JSON %s", (text) =>
    expect(refusal(() => parseLimit(text))).toMatch(/is no JSON|no whole number|no time|did you mean interval/),
  );

  it.each(["10/1s+", "+5", "10+5", "10/1s+0", "10/1s+-1"])("refuses the burst %j", (text) =>
    expect(refusal(() => parseLimit(text))).toMatch(/is not a quota|lets nothing through/),
  );

  it.each(["", "5", "5/", "/1s", "a/1s", "5/1", "-5/1s", "5/1s/2", "1.5/1s", "5 / 1s"])("refuses %j", (text) =>
    expect(refusal(() => parseQuota(text))).toBe(
      `"${text}" is not a quota. Write calls per interval: 2/500ms, 10/1s or 5000/1h.`,
    ),
  );

  it.each(["0/1s", "5/0s"])("refuses %j, which lets nothing through", (text) =>
    expect(refusal(() => parseQuota(text))).toContain("lets nothing through"),
  );

  it("refuses a month, which no timer holds", () => expect(refusal(() => parseQuota("5/30d"))).toContain("24 days"));

  it("by a header: its name alone", () => {
    expect(parseHeaderName("X-Request-Key")).toBe("X-Request-Key");
    expect(refusal(() => parseHeaderName("X-Key: 1"))).toContain('"X-Key: 1" is no name of a header');
  });

  it("at a time: 1 or more", () => {
    expect(parseAtATime("5")).toBe(5);
    expect(refusal(() => parseAtATime("0"))).toContain('"0" lets nothing through');
    expect(refusal(() => parseAtATime("5/1s"))).toContain('"5/1s" is not a whole number');
  });
});

describe("counts", () => {
  it.each([
    ["0", 0],
    ["2000", 2000],
  ])("%s", (text, want) => expect(parseCount(text)).toBe(want));

  it.each(["", "abc", "-1", "1.5", "1e3", "0x10", "99999999999999999999"])("refuses %j", (text) =>
    expect(refusal(() => parseCount(text))).toContain("is not a whole number"),
  );
});

describe("URLs and origins", () => {
  it("keeps a URL as it was written", () =>
    expect(parseHttpUrl("https://a.test/v1?x=1")).toBe("https://a.test/v1?x=1"));
  it.each(["a.test", "ftp://a.test", "/v1", "http://"])("refuses %j", (text) =>
    expect(refusal(() => parseHttpUrl(text))).toContain("is not an http(s) URL"),
  );
  it("refuses credentials in a URL and does not repeat them", () => {
    const text = refusal(() => parseHttpUrl("https://user:s3cret@a.test"));
    expect(text).toContain("credentials");
    expect(text).not.toContain("s3cret");
  });
  it("takes the origin alone", () => expect(parseOrigin("https://Auth.test:443/")).toBe("https://auth.test"));
  it("says what to leave out of more than an origin", () =>
    expect(refusal(() => parseOrigin("https://a.test/oauth"))).toBe(
      '"https://a.test/oauth" is more than an origin. Leave out what follows the host: https://a.test.',
    ));
});
