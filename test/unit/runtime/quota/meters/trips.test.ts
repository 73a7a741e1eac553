import { describe, expect, it } from "vitest";
import { Flight } from "../../../../../src/runtime/quota/meters/flight.js";
import type { Fate } from "../../../../../src/runtime/quota/meters/meter.js";
import { Trips } from "../../../../../src/runtime/quota/meters/trips.js";
import { Window } from "../../../../../src/runtime/quota/meters/window.js";
import { VirtualClock } from "../../clock.js";

describe("what is taken off a wait", () => {
  const after = (count: number, ms: number, from = 1000): number => {
    const trips = new Trips(10_000);
    trips.add(0, ms);
    for (let i = 0; i < count; i++) trips.add(from, from + ms);
    return trips.credit;
  };

  it.each([
    ["nothing after 29 trips", 29, 60, 0],
    ["six tenths after 30", 30, 60, 36],
    ["three quarters after half of 1,000", 515, 60, 45],
    ["nine tenths after 1,000", 1000, 60, 54],
    ["and no more after that", 5000, 60, 54],
    ["a quarter of the interval at most", 1000, 20_000, 9000],
  ])("%s", (_, count, ms, credit) => {
    expect(after(count, ms)).toBeCloseTo(credit, 6);
  });

  it("nothing in the first second, and the shortest trip of it holds", () => {
    const trips = new Trips(10_000);
    for (let i = 0; i < 1000; i++) trips.add(i / 2, i / 2 + 10);
    expect(trips.credit).toBe(0);
    for (let i = 0; i < 1000; i++) trips.add(2000, 2060);
    expect(trips.credit).toBe(9);
  });
});

describe("a slot comes back", () => {
  const TRIPS = 1000;

  const flightOf = (sentAt: number, answeredAt: number): Flight => {
    const times = [sentAt, answeredAt];
    const flight = new Flight({ now: () => times.shift() ?? 0, after: () => () => {} });
    flight.sent();
    flight.answered();
    return flight;
  };

  it("not early after calls that say not when they were sent: a busy machine made their trips long", () => {
    const window = new Window("x", { limit: 3000, interval: 10_000, unit: "point" }, () => {});
    const clock = new VirtualClock();
    const burst = (from: number): void => {
      const settles = Array.from({ length: 1500 }, () => window.take(1, from, new Flight(clock)));
      settles.forEach((settle, i) => {
        settle({ fate: "answered", now: from + 700 + i / 5 });
      });
    };
    for (const from of [0, 20_000]) burst(from);
    expect(window.graceMs).toBe(0);
    expect(window.at(1501, 21_000)).toBe(30_705);
  });

  /** A window of 10 s that has seen 1,000 round trips of 100 ms, and its clock. */
  async function seasoned() {
    const clock = new VirtualClock();
    const window = new Window("x", { limit: TRIPS + 1, interval: 10_000, unit: "point" }, () => {});
    const send = async (ms: number, { waits = 0, body = 0, fate = "answered" as Fate } = {}) => {
      const flight = new Flight(clock);
      const settle = window.take(1, clock.now(), flight);
      await clock.pass(waits);
      flight.sent();
      await clock.pass(ms);
      if (fate === "answered") flight.answered();
      await clock.pass(body);
      settle({ fate, now: clock.now() });
    };
    for (let i = 0; i <= TRIPS; i++) {
      const from = i === 0 ? 0 : 1000;
      const flight = flightOf(from, from + 100);
      window.take(1, from, flight)({ fate: "answered", now: from + 100 });
    }
    await clock.pass(20_000);
    window.at(TRIPS + 1, clock.now());
    const back = (): number => (window.at(TRIPS + 1, clock.now()) ?? Number.NaN) - clock.now();
    return { send, back };
  }

  it.each([
    ["an interval after the answer, less nine tenths of a round trip", 100, {}, 9915],
    ["as early after a body that takes long", 100, { body: 3000 }, 6915],
    ["as early after it waited to be sent", 100, { waits: 3000 }, 9915],
    ["later once a round trip was shorter", 10, {}, 9996],
    ["an interval after it was given up, whatever is taken off", 100, { fate: "lost" as const }, 10_015],
  ])("%s", async (_, ms, more, want) => {
    const { send, back } = await seasoned();
    await send(ms, more);
    expect(back()).toBeCloseTo(want, 3);
  });
});
