import { describe, expect, it } from "vitest";
import { previewText, resultText } from "../../../src/cli/report/call.js";
import { generationReport } from "../../../src/cli/report/generation.js";
import { nextSteps } from "../../../src/cli/report/next.js";
import { printable } from "../../../src/cli/report/words.js";
import { createTerminal } from "../../../src/cli/terminal.js";
import { type Code, catalogue, type Diagnostic } from "../../../src/diagnostics.js";
import type { GenerateReport } from "../../../src/generate.js";
import type { Operation } from "../../../src/ir/types.js";
import { testWorld } from "./world.js";

const { paint } = createTerminal(testWorld());
const page = { paint: paint.err, verbose: false, mode: "write" } as const;

const finding = (code: Code, message: string, line?: number): Diagnostic => {
  const { severity, cause, fix } = catalogue[code];
  const at = { file: "api.yaml", pointer: "#/paths", ...(line === undefined ? {} : { line, column: 7 }) };
  return { code, severity, message, at, cause, fix };
};
const operation = (toolName: string, effect: Operation["effect"], required: string[] = []): Operation => ({
  kind: "http",
  toolName,
  group: "pets",
  description: "",
  effect,
  tags: [],
  input: { type: "object", required },
  pointer: "#/paths/~1pets/get",
  operationId: null,
  auth: [],
  http: { method: "GET", path: "/pets" },
});
const report: GenerateReport = {
  ok: true,
  stale: true,
  toolkit: "pets",
  out: "generated/pets",
  source: "api.yaml",
  counts: { operations: 1300, tools: 2, skipped: 2 },
  skipped: [],
  diagnostics: [],
  files: { written: ["a", "b"], removed: ["c"], unchanged: 4, edited: [], foreign: [] },
  changes: [],
  spec: {
    name: "pets",
    title: "The pet shop",
    source: { kind: "openapi", version: "3.1.0", title: "The pet shop", file: "api.yaml", sha256: "" },
    servers: {},
    origins: [],
    auth: { headerKey: { type: "apiKey", in: "header", name: "X-Key" } },
    schemas: {},
    operations: [operation("delete_pet", "irreversible", ["id"]), operation("get_pet", "read", ["id"])],
  },
};

describe("the report of a generation", () => {
  it("counts, and says where", () =>
    expect(generationReport(report, page)).toBe(`pets  The pet shop · OpenAPI 3.1.0
  1,300 operations → 2 tools: 1 read, 1 irreversible
  left out: 1,298 not selected
  wrote 2 files to generated/pets (1 removed, 4 unchanged)
`));

  it.each([
    [{ stale: false }, {}, "  up to date: generated/pets (1 removed, 4 unchanged)"],
    [{}, { mode: "check" }, "  stale: 2 files of generated/pets would change (1 removed, 4 unchanged)"],
    [{}, { mode: "dry-run" }, "  would write 2 files to generated/pets (1 removed, 4 unchanged)"],
    [{ ok: false }, {}, "  nothing was written"],
  ] as const)("says how it ended: %j", (part, how, want) => {
    const lines = generationReport({ ...report, ...part }, { ...page, ...how }).split("\n");
    expect(lines[3]).toBe(want);
  });

  it("gathers findings by their code, the worst first, with place and cure", () => {
    const diagnostics = [
      ...[1, 2, 3, 4].map((n) => finding("PARAMETER_INVALID", `parameter ${n} is wrong`, n)),
      finding("SYNTAX_ERROR", "a \u001b[31mred\u001b[0m bracket"),
      finding("OPERATION_DEPRECATED", "GET /old"),
    ];
    const text = generationReport({ ...report, ok: false, diagnostics }, page);
    expect(text.split("\n\n").slice(1).join("\n\n")).toBe(`  error  ${catalogue.SYNTAX_ERROR.title}  SYNTAX_ERROR
    api.yaml#/paths  a \\u001b[31mred\\u001b[0m bracket
    → ${catalogue.SYNTAX_ERROR.fix}

  warning × 4  ${catalogue.PARAMETER_INVALID.title}  PARAMETER_INVALID
    api.yaml:1:7  parameter 1 is wrong
    api.yaml:2:7  parameter 2 is wrong
    api.yaml:3:7  parameter 3 is wrong
    and 1 more
    → ${catalogue.PARAMETER_INVALID.fix}
`);
    expect(text).toContain("1 deprecated (--deprecated takes them)");
    const whole = generationReport({ ...report, diagnostics }, { ...page, verbose: true });
    expect(whole).toContain("parameter 4 is wrong");
    expect(whole).toContain("GET /old");
  });

  it("does not say the place twice", () => {
    const at = { file: "http://a.test/x", pointer: "" };
    const said = (message: string): string => {
      const diagnostics = [{ ...finding("FETCH_FAILED", message), at }];
      return generationReport({ ...report, ok: false, diagnostics }, page).split("\n")[6] ?? "";
    };
    expect(said("http://a.test/x: http://a.test/x answers 404")).toBe("    http://a.test/x  answers 404");
    expect(said("http://a.test/x: http://a.test/x: refused")).toBe("    http://a.test/x  refused");
    expect(said("http://a.test/xy: refused")).toBe("    http://a.test/x  http://a.test/xy: refused");
  });

  it("tells changes, what breaks first", () => {
    const changes = [
      { kind: "text-only", tool: "a", what: "its description" },
      { kind: "breaking", tool: "b", what: "id is needed now" },
    ] as const;
    expect(generationReport({ ...report, changes }, page)).toContain(
      "\n\n  breaking   b  id is needed now\n  text-only  a  its description\n",
    );
  });
});

describe("what to do next", () => {
  const said = (reports: readonly GenerateReport[], env = {}): string =>
    nextSteps(reports, createTerminal(testWorld({ env })));
  const called = (name: string, part: Partial<GenerateReport> = {}): GenerateReport => ({
    ...report,
    ...part,
    toolkit: name,
    out: `generated/${name}`,
    ...(report.spec && { spec: { ...report.spec, name } }),
  });

  it("with one toolkit", () =>
    expect(said([report])).toBe(`
Next
  export PETS_HEADERKEY=…                                           API key (header X-Key)
  toolgen list generated/pets                                       the tools
  toolgen call generated/pets get_pet --args '{"id": …}' --dry-run  a request, not sent
  toolgen run generated/pets                                        an agent's loop: JSON lines in and out
`));

  it("with several is said once", () =>
    expect(
      said([called("cats", { stale: false }), called("dogs"), called("pets"), called("owls", { ok: false })]),
    ).toBe(`
Next
  export DOGS_HEADERKEY=…                                           API key (header X-Key)
  export PETS_HEADERKEY=…                                           API key (header X-Key)
  toolgen list generated/dogs generated/pets                        the tools
  toolgen call generated/dogs get_pet --args '{"id": …}' --dry-run  a request, not sent
  toolgen run generated/dogs generated/pets                         an agent's loop: JSON lines in and out
`));

  it("with many names some of their variables", () =>
    expect(
      said(Array.from({ length: 11 }, (_, i) => called(`pets${i}`)))
        .split("\n")
        .slice(9, 12),
    ).toEqual([
      expect.stringContaining("export PETS7_HEADERKEY=…"),
      "  and 3 more, which the README of each folder lists",
      expect.stringContaining("toolgen list generated/pets0 generated/pets1"),
    ]));

  it("with nothing new is nothing", () => expect(said([called("cats", { stale: false })])).toBe(""));

  it("calls the program as its user does", () =>
    expect(said([report], { npm_command: "exec" })).toContain("  npx toolgen list generated/pets "));
});

describe("control characters", () => {
  it.each([
    ["plain\ttext\nand more", "plain\ttext\nand more"],
    ["\u001b]0;title\u0007", "\\u001b]0;title\\u0007"],
    ["\u009b31m", "\\u009b31m"],
    ["a\r\nb", "a\nb"],
    ["\u202eright to left", "\\u202eright to left"],
  ])("%j", (text, want) => expect(printable(text)).toBe(want));

  const meta = { durationMs: 1, attempts: 1, queuedMs: 0 };
  const answer = { tool: "x", ok: true, content: "\u001b[2J", data: null, meta } as const;

  it("M-11 of an upstream are shown on a terminal, and left as they are in a pipe", () => {
    expect(resultText(answer, createTerminal(testWorld({ columns: 80 })))).toBe("\\u001b[2J\n");
    expect(resultText(answer, createTerminal(testWorld()))).toBe("\u001b[2J\n");
  });
});

it("a request that is not sent is shown as it stands on the wire", () => {
  const world = testWorld();
  const preview = {
    method: "PUT",
    url: "https://a.test/x",
    headers: { "x-key": "[redacted]" },
    body: '{"a":1}',
    problem: "no key",
  };
  expect(previewText(preview, createTerminal(world))).toBe('PUT https://a.test/x\nx-key: [redacted]\n\n{"a":1}\n');
  expect(world.err()).toBe("would not be sent: no key\n");
});
