import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { sequenceItems, sequenceReader } from "../../../../../src/runtime/http/answer/sequence.js";

const SSE = "text/event-stream; charset=utf-8";
const NDJSON = "application/x-ndjson";

describe("a body of items", () => {
  it.each<[string, string, string, unknown[] | undefined]>([
    ["events", SSE, 'data: {"a":1}\n\ndata: two\n\n', [{ data: { a: 1 } }, { data: "two" }]],
    [
      "names and ids of events",
      SSE,
      "event: add\nid: 7\ndata: 1\n\ndata: 2\n\n",
      [{ event: "add", id: "7", data: 1 }, { data: 2 }],
    ],
    ["data of several lines", SSE, "data: a\ndata:  b\ndata\n\n", [{ data: "a\n b\n" }]],
    ["comments and unknown fields", SSE, ": ping\nretry: 10\nx: y\n\n", []],
    ["the mark of the end", SSE, "data: 1\n\ndata: [DONE]\n\n", [{ data: 1 }]],
    ["carriage returns", SSE, "data: 1\r\n\r\ndata: 2\r\rdata: 3\r\n\r\n", [{ data: 1 }, { data: 2 }, { data: 3 }]],
    ["an event that is cut off", SSE, "data: 1\n\ndata: 2", [{ data: 1 }, { data: 2 }]],
    ["big integers", SSE, "data: 9007199254740993\n\n", [{ data: "9007199254740993" }]],
    ["JSON lines", NDJSON, '{"a":1}\n\n[2]\r\n"x"', [{ a: 1 }, [2], "x"]],
    ["a line that is no JSON", "application/jsonl", "{a}\n1\n", ["{a}", 1]],
    ["JSON text sequences", "application/json-seq", "\u001e1\n\u001e[2]\n", [1, [2]]],
    ["nothing", NDJSON, "", []],
    ["another type", "text/plain", "1\n", undefined],
    ["JSON", "application/json", "1\n", undefined],
  ])("has %s", (_, type, text, items) => expect(sequenceItems(type, text)).toEqual(items));

  it.each([
    ["ends of line alone", SSE, "\n".repeat(1_000_000), 0, undefined],
    ["carriage returns alone", SSE, "\r".repeat(1_000_000), 0, undefined],
    ["events that are text", SSE, "data: a\n\n".repeat(100_000), 100_000, { data: "a" }],
    ["events that are broken JSON", SSE, "data: [\n\n".repeat(100_000), 100_000, { data: "[" }],
    ["lines that are no JSON", NDJSON, "x\n".repeat(300_000), 300_000, "x"],
  ])("makes no error for each of many %s", (_, type, text, length, last) => {
    const made = vi.spyOn(JSON, "parse");
    const items = sequenceItems(type, text);
    expect([items?.length, items?.at(-1)]).toEqual([length, last]);
    expect(made.mock.calls.length).toBeLessThanOrEqual(1000);
    made.mockRestore();
  });

  it("is the same however it is cut", () =>
    fc.assert(
      fc.property(
        fc.constantFrom(SSE, NDJSON),
        fc.string({ unit: fc.constantFrom("data: ", "\n", "\r", "\n\n", "1", "{", "event: x") }),
        fc.array(fc.nat(40)),
        (type, text, cuts) => {
          const reader = sequenceReader(type);
          const places = [0, ...cuts.map((cut) => Math.min(cut, text.length)).sort((a, b) => a - b), text.length];
          const pieces = places.slice(1).map((end, i) => text.slice(places[i], end));
          const items = [...pieces.flatMap((piece) => reader?.push(piece) ?? []), ...(reader?.end() ?? [])];
          expect(items).toEqual(sequenceItems(type, text));
        },
      ),
    ));
});
