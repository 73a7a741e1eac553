import { describe, expect, it } from "vitest";
import { parseJson } from "../../../../src/json/parse.js";
import { floorOf } from "../../../../src/runtime/validate/integers.js";
import type { JsonSchema } from "../../../../src/tool/index.js";
import { issues, object, probe } from "../tools.js";

const int64 = { type: "integer", format: "int64" } as const;
const WIDE = "expected an integer of 64 bits, from -9223372036854775808 to 9223372036854775807, got the";

const wordsFor = (schema: JsonSchema, text: string): Promise<readonly string[]> =>
  issues(object({ x: schema }), parseJson(`{"x":${text}}`));

describe("an integer beyond its format is refused, with all its digits", () => {
  it.each<[JsonSchema, string, string]>([
    [int64, "9223372036854775808", `${WIDE} number 9223372036854775808`],
    [int64, "-9223372036854775809", `${WIDE} number -9223372036854775809`],
    [int64, '"9223372036854775808"', `${WIDE} number 9223372036854775808`],
    [int64, "1e30", `${WIDE} number 1e+30`],
    [{ anyOf: [int64, { type: "null" }] }, "9223372036854775808", `${WIDE} number 9223372036854775808`],
    [{ type: "string", format: "int64" }, '"9223372036854775808"', `${WIDE} string "9223372036854775808"`],
    [
      { type: "integer", format: "int32" },
      "2147483648",
      "expected an integer of 32 bits, from -2147483648 to 2147483647, got the number 2147483648",
    ],
    [
      { type: "integer", format: "uint64" },
      "-1",
      "expected an integer of 64 bits, from 0 to 18446744073709551615, got the number -1",
    ],
    [
      { type: "integer", format: "uint64" },
      "18446744073709551616",
      "expected an integer of 64 bits, from 0 to 18446744073709551615, got the number 18446744073709551616",
    ],
    [
      { type: "number", format: "int32" },
      "1.5",
      "expected an integer of 32 bits, from -2147483648 to 2147483647, got the number 1.5",
    ],
  ])("%j refuses %s", async (schema, text, want) => {
    expect(await wordsFor(schema, text)).toEqual([`/x: ${want}`]);
  });

  it("in a list, at its place", async () => {
    expect(await wordsFor({ type: "array", items: int64 }, "[1,9223372036854775808]")).toEqual([
      `/x/1: ${WIDE} number 9223372036854775808`,
    ]);
  });
});

describe("an integer within its format arrives with all its digits", () => {
  it.each<[JsonSchema, string, unknown]>([
    [int64, "9223372036854775807", 9223372036854775807n],
    [int64, "-9223372036854775808", -9223372036854775808n],
    [int64, "9007199254740993", 9007199254740993n],
    [int64, '"9223372036854775807"', 9223372036854775807n],
    [{ anyOf: [int64, { type: "null" }] }, "9223372036854775807", 9223372036854775807n],
    [{ type: "integer", format: "uint64" }, "18446744073709551615", 18446744073709551615n],
    [{ type: "integer", format: "int32" }, "2147483647", 2147483647],
    [{ type: "string", format: "int64" }, '"9223372036854775807"', "9223372036854775807"],
    [{ type: "string", format: "int64" }, '"latest"', "latest"],
  ])("%j takes %s", async (schema, text, want) => {
    expect((await probe(object({ x: schema }), parseJson(`{"x":${text}}`))).sent).toEqual({ x: want });
  });
});

it("a limit beyond 2^53 is kept by integers that no double is equal to", async () => {
  const least = { type: "integer", minimum: 2 ** 60 } as const;
  expect(await wordsFor(least, "1152921504606846975")).toHaveLength(1);
  expect((await probe(object({ x: least }), { x: 2n ** 60n })).sent).toEqual({ x: 2n ** 60n });
});

it.each([
  [2n ** 63n - 1n, 2 ** 63 - 1024],
  [2n ** 63n, 2 ** 63],
  [-(2n ** 63n) - 1n, -(2 ** 63) - 2048],
  [-(2n ** 63n), -(2 ** 63)],
  [2n ** 53n + 1n, 2 ** 53],
  [10n ** 400n, Number.POSITIVE_INFINITY],
])("the number not above %s", (value, want) => {
  expect(floorOf(value)).toBe(want);
});
