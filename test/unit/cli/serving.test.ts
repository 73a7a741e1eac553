import { PassThrough, Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { doorWarnings, toolWarnings } from "../../../src/cli/report/serving.js";
import { parseHostName, parseToken } from "../../../src/cli/values.js";
import { reserveStdout } from "../../../src/serve/stdout.js";

const named = (count: number, length = 20): string[] =>
  Array.from({ length: count }, (_, i) => String(i).padStart(length, "a"));

describe("serve warns of what clients do not take", () => {
  it.each([
    { tools: named(0), want: ["there are no tools to serve"] },
    { tools: named(40), want: [] },
    {
      tools: named(41),
      want: [expect.stringMatching(/^41 tools: Cursor takes about 40 in a request\. Serve fewer: --read-only/)],
    },
    {
      tools: named(1223),
      want: [expect.stringMatching(/^1,223 tools: Cursor takes about 40, VS Code takes about 128 in a request/)],
    },
    { tools: named(1, 48), want: [] },
    {
      tools: named(1, 52),
      want: [
        expect.stringContaining(
          "has 52 characters: clients that put mcp__<server>__ before it take 64 in all; call this server by at most 5 characters there",
        ),
      ],
    },
    { tools: named(1, 60), want: [expect.stringContaining("generate it with a shorter name")] },
  ])("$tools.length tools", ({ tools, want }) => {
    expect(toolWarnings(tools)).toEqual(want);
  });

  it.each([
    { door: { open: false, allowHosts: [] }, want: [] },
    { door: { host: "localhost", open: true, allowHosts: [] }, want: [] },
    { door: { host: "127.8.0.1", open: true, allowHosts: [] }, want: [] },
    { door: { host: "::1", open: true, allowHosts: [] }, want: [] },
    {
      door: { host: "0.0.0.0", open: false, allowHosts: ["a.example"] },
      want: [expect.stringContaining("put TLS before it")],
    },
    {
      door: { host: "::", open: false, allowHosts: [] },
      want: [expect.stringContaining("TLS"), expect.stringContaining("--allow-host")],
    },
    { door: { host: "10.0.0.7", open: true, allowHosts: [] }, want: [expect.stringContaining("leave out --open")] },
    {
      door: { host: "127.evil.test", open: true, allowHosts: [] },
      want: [expect.stringContaining("leave out --open")],
    },
  ])("$door.host", ({ door, want }) => {
    expect(doorWarnings(door)).toEqual(want);
  });
});

it.each(["", "a b", "tök", "a\nb"])("the token %j is none", (text) => {
  expect(() => parseToken(text)).toThrow();
});

describe("host names", () => {
  it.each([
    { text: "tools.example", want: "tools.example" },
    { text: "Tools.Example", want: "tools.example" },
    { text: "[::1]", want: "[::1]" },
    { text: "10.0.0.7", want: "10.0.0.7" },
  ])("$text is one", ({ text, want }) => expect(parseHostName(text)).toBe(want));

  it.each(["", "a.example:80", "http://a.example", "a.example/x", "a@b", "a b", "a?b", "[::1]:80"])(
    "%j is none",
    (text) => {
      expect(() => parseHostName(text)).toThrow();
    },
  );
});

describe("a reserved standard output", () => {
  const held = (): { stream: Writable; text: () => string } => {
    const pieces: unknown[] = [];
    const stream = new Writable({
      write(chunk, _, done) {
        pieces.push(chunk);
        done();
      },
    });
    return { stream, text: () => pieces.join("") };
  };

  it("M-05 gets what its owner writes, and standard error what anyone else does", async () => {
    const [stdout, stderr] = [held(), held()];
    const reserved = reserveStdout({ stdout: stdout.stream, stderr: stderr.stream });
    stdout.stream.write("noise of a dependency\n");
    reserved.write("message\n");
    await new Promise((resolve) => reserved.write("", resolve));
    expect([stdout.text(), stderr.text()]).toEqual(["message\n", "noise of a dependency\n"]);
  });

  it("breaks when standard output does", async () => {
    const stdout = new PassThrough();
    const reserved = reserveStdout({ stdout, stderr: new PassThrough() });
    const broken = new Promise((resolve) => reserved.once("error", resolve));
    stdout.destroy(new Error("EPIPE"));
    expect(await broken).toMatchObject({ message: "EPIPE" });
  });
});
