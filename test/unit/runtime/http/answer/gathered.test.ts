import { describe, expect, it } from "vitest";
import { Gathered } from "../../../../../src/runtime/http/answer/gathered.js";

describe("a body that comes in pieces", () => {
  it("is all of them in their order, however many", () => {
    const text = "abcdefghij".repeat(500);
    const body = new Gathered();
    for (const letter of text) body.add(Buffer.from(letter));
    expect([body.length, Buffer.from(body.bytes()).toString()]).toEqual([5000, text]);
  });

  it("is the piece itself where it came in one, and empty where nothing came", () => {
    const piece = Buffer.from("whole");
    const body = new Gathered();
    expect(body.bytes().length).toBe(0);
    body.add(piece);
    expect(body.bytes()).toBe(piece);
  });
});
