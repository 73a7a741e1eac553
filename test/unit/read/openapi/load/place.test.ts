import { describe, expect, it } from "vitest";
import { loadText } from "./folder.js";

const JSON_TEXT = `{
  "openapi": "3.1.0",
  "paths": {
    "/a\\u002fb": { "get": { "tags": [ "x",
      { "q\\"": [1, -2.5e3, true, null, "]}"] } ] } },
    "/a~b": {}
  },
  "last": 1
}`;

const YAML_TEXT = `openapi: 3.1.0
paths:
  /a/b:
    get: &get
      tags: [x, {"q\\"": [1, two]}]
  '/a~b':   {}
  /c: *get
  /d:
    <<: *get
  ? /e
  : - |
      text
    - # nothing
empty:
last: 1
`;

describe("place", () => {
  it.each([
    ["/openapi", 2, 3],
    ["/paths", 3, 3],
    ["/paths/~1a~1b", 4, 5],
    ["/paths/~1a~1b/get", 4, 20],
    ["/paths/~1a~1b/get/tags/0", 4, 39],
    ["/paths/~1a~1b/get/tags/1", 5, 7],
    ['/paths/~1a~1b/get/tags/1/q"', 5, 9],
    ['/paths/~1a~1b/get/tags/1/q"/4', 5, 40],
    ["/paths/~1a~0b", 6, 5],
    ["/last", 8, 3],
    // What is not there is as near as can be said.
    ["/paths/~1a~0b/get/x", 6, 5],
    ["/nowhere", 1, 1],
  ])("of %s in JSON is %i:%i", async (pointer, line, column) => {
    const { document } = await loadText(JSON_TEXT);
    expect(document?.place({ file: "(stdin)", pointer })).toEqual({ file: "-", pointer: `#${pointer}`, line, column });
  });

  it.each([
    ["/openapi", 1, 1],
    ["/paths", 2, 1],
    ["/paths/~1a~1b", 3, 3],
    ["/paths/~1a~1b/get/tags", 5, 7],
    ["/paths/~1a~1b/get/tags/0", 5, 14],
    ['/paths/~1a~1b/get/tags/1/q"', 5, 18],
    ['/paths/~1a~1b/get/tags/1/q"/1', 5, 29],
    ["/paths/~1a~0b", 6, 3],
    ["/paths/~1c", 7, 3],
    ["/paths/~1c/tags", 7, 3],
    ["/paths/~1d/tags", 8, 3],
    ["/paths/~1e", 10, 5],
    ["/paths/~1e/0", 12, 1],
    ["/empty", 14, 1],
    ["/last", 15, 1],
    ["/nowhere", 1, 1],
  ])("of %s in YAML is %i:%i", async (pointer, line, column) => {
    const { document } = await loadText(YAML_TEXT);
    expect(document?.place({ file: "(stdin)", pointer })).toEqual({ file: "-", pointer: `#${pointer}`, line, column });
  });

  it("of a file as a whole has no line", async () => {
    const { document } = await loadText(YAML_TEXT);
    expect(document?.place({ file: "(stdin)", pointer: "" })).toEqual({ file: "-", pointer: "" });
    expect(document?.place({ file: "other.yaml", pointer: "/a" })).toEqual({ file: "other.yaml", pointer: "#/a" });
  });
});
