import { describe, expect, it } from "vitest";
import { isConfidential, originOf } from "../../../src/read/server.js";

describe("the URL of a server", () => {
  it.each([
    ["https://a.example.com:8443/x", "https://a.example.com:8443"],
    ["/v1", undefined],
    ["https://{your-host}/x", undefined],
  ])("origin of %s", (url, want) => {
    expect(originOf({ url })).toBe(want);
  });

  it.each([
    ["https://a.example.com", true],
    ["http://a.example.com", false],
    ["http://localhost:8080", true],
    ["http://127.0.0.1:1", true],
    ["http://127.0.0.1.example.com", false],
    ["http://[::1]:2", true],
  ])("A-05 %s is confidential: %s", (origin, want) => {
    expect(isConfidential(origin)).toBe(want);
  });
});
