import { expect, it } from "vitest";
import { Bucket } from "../../../../../src/runtime/quota/meters/bucket.js";
import { Flight } from "../../../../../src/runtime/quota/meters/flight.js";

it("a request that was sent when the clock began has not arrived by then", () => {
  const bucket = new Bucket("shop", { rate: 1, burst: 1 });
  const flight = new Flight({ now: () => 0, after: () => () => {} });
  expect(bucket.at(1, 0)).toBe(0);
  bucket.take(1, 0, flight);
  flight.sent();
  expect(bucket.at(1, 0)).toBe(2000);
});
