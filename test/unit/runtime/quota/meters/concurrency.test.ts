import { expect, it } from "vitest";
import { Concurrency } from "../../../../../src/runtime/quota/meters/concurrency.js";
import { Flight } from "../../../../../src/runtime/quota/meters/flight.js";
import type { Fate } from "../../../../../src/runtime/quota/meters/meter.js";

function taken(meter: Concurrency, cost: number, [sentAt, answeredAt]: readonly [number, number] = [0, 0]) {
  const times = [sentAt, answeredAt];
  const flight = new Flight({ now: () => times.shift() ?? 0, after: () => () => {} });
  const settle = meter.take(cost, sentAt, flight);
  flight.sent();
  flight.answered();
  return (fate: Fate, now: number): void => settle({ fate, now });
}

it("takes and gives back as many places as a call costs", () => {
  const meter = new Concurrency("x", 5);
  const [answered, lost] = [taken(meter, 2), taken(meter, 2)];
  expect([meter.free(0), meter.at(2, 0), meter.at(1, 0)]).toEqual([1, undefined, 0]);
  lost("lost", 10);
  expect([meter.free(109), meter.at(2, 109), meter.free(110)]).toEqual([1, 110, 3]);
  answered("answered", 120);
  expect([meter.free(120), meter.idle(120)]).toEqual([5, true]);
});

it("is idle after fractions that do not add up", () => {
  const meter = new Concurrency("x", 1);
  for (const end of [0.1, 0.2, 0.3].map((cost) => taken(meter, cost))) end("answered", 0);
  expect([meter.idle(0), meter.at(1, 0)]).toEqual([true, 0]);
});

it("counts a place that comes back sooner than one that was given up before with that one, not ahead of it", () => {
  const meter = new Concurrency("x", 4);
  const [long, first, short, second] = [
    taken(meter, 1, [0, 900]),
    taken(meter, 1),
    taken(meter, 1, [900, 910]),
    taken(meter, 1),
  ];
  long("answered", 900);
  first("lost", 900);
  short("answered", 910);
  second("lost", 920);
  expect(meter.at(3, 920)).toBe(1900);
  expect([meter.free(1899), meter.free(1900)]).toEqual([2, 4]);
});
