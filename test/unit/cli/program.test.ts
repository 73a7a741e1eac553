import { describe, expect, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { commands } from "../../../src/cli/commands.js";
import { main } from "../../../src/cli/program.js";
import { type Settings, testWorld } from "./world.js";

const ESC = "\x1b";

async function run(
  words: readonly string[],
  settings: Settings = {},
): Promise<{ code: number; out: string; err: string }> {
  const world = testWorld(settings);
  const code = await main(words, world);
  return { code, out: world.out(), err: world.err() };
}

describe("help", () => {
  it("of toolgen", async () => {
    const { code, out, err } = await run(["--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await expect(out).toMatchFileSnapshot("../../golden/help/toolgen.txt");
    expect(await run(["-h"])).toEqual({ code, out, err });
    expect(await run(["help"])).toEqual({ code, out, err });
  });

  it.each(commands.map((c) => c.name))("of toolgen %s", async (name) => {
    const { code, out, err } = await run([name, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await expect(out).toMatchFileSnapshot(`../../golden/help/${name}.txt`);
    expect((await run([name, "x", "-h"])).out).toBe(out);
    expect((await run(["help", name])).out).toBe(out);
  });

  it.each(commands.flatMap((c) => c.examples.map((e) => ({ name: c.name, line: e.line }))))(
    "shows a line of $name that is right: $line",
    async ({ name, line }) => {
      const { parseArguments } = await import("../../../src/cli/arguments.js");
      const own = line.slice(line.indexOf("toolgen ")).split(/ [|>]/, 1)[0] ?? "";
      const words = [...own.matchAll(/'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? "");
      const command = commands.find((c) => c.name === name);
      expect(words.slice(0, 2)).toEqual(["toolgen", name]);
      if (command) expect(() => parseArguments(command, words.slice(2))).not.toThrow();
    },
  );

  it("after -- is an argument", async () => expect((await run(["openapi", "--", "a", "--help"])).code).toBe(2));

  it("is what stands on stderr when nothing was asked for", async () => {
    const { code, out, err } = await run([]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toBe((await run(["--help"])).out);
  });

  it.each(["openapi", "graphql", "call"])("of toolgen %s fits a narrow terminal", async (name) => {
    for (const columns of [40, 60]) {
      const { out } = await run([name, "--help", "--no-color"], { columns });
      const rows = out.split("\n").filter((l) => !l.startsWith("  toolgen"));
      expect(Math.max(...rows.map((l) => l.length))).toBeLessThanOrEqual(columns);
    }
  });
});

describe("version", () => {
  it.each(["--version", "-V"])("%s", async (word) =>
    expect(await run([word])).toEqual({ code: 0, out: `${packageJson.version}\n`, err: "" }),
  );
});

describe("colours", () => {
  it.each([
    ["on a terminal", [], { columns: 80 }, true],
    ["not in a pipe", [], {}, false],
    ["not in a pipe of CI", [], { env: { CI: "1" } }, false],
    ["not with NO_COLOR", [], { columns: 80, env: { NO_COLOR: "1" } }, false],
    ["with an empty NO_COLOR", [], { columns: 80, env: { NO_COLOR: "" } }, true],
    ["with FORCE_COLOR in a pipe", [], { env: { FORCE_COLOR: "1" } }, true],
    ["not with FORCE_COLOR=0", [], { columns: 80, env: { FORCE_COLOR: "0" } }, false],
    ["not where NO_COLOR and FORCE_COLOR contradict", [], { env: { FORCE_COLOR: "1", NO_COLOR: "1" } }, false],
    ["not on a dumb terminal", [], { columns: 80, env: { TERM: "dumb" } }, false],
    ["with --color", ["--color"], { env: { NO_COLOR: "1" } }, true],
    ["not with --no-color", ["--no-color"], { columns: 80 }, false],
  ])("%s", async (_, words, settings, want) =>
    expect((await run(["--help", ...words], settings)).out.includes(ESC)).toBe(want),
  );
});

describe("usage errors", () => {
  it.each([
    [
      ["opnapi"],
      "error There is no command opnapi\n      Did you mean toolgen openapi?\n      toolgen --help shows how it is used.\n",
    ],
    [
      ["xyzzy"],
      `error There is no command xyzzy\n      The commands are ${commands.map((c) => c.name).join(", ")}.\n      toolgen --help shows how it is used.\n`,
    ],
    [
      ["--out", "x", "openapi"],
      "error The command comes first, before --out\n      toolgen <command> [flags]\n      toolgen --help shows how it is used.\n",
    ],
    [
      ["--verison"],
      "error There is no flag --verison\n      Did you mean --version?\n      toolgen --help shows how it is used.\n",
    ],
    [
      ["list", "a", "--fromat", "json"],
      "error There is no flag --fromat\n      Did you mean --format?\n      toolgen list --help shows how it is used.\n",
    ],
    [["call", "a", "b", "--retries", "x"], /whole number/],
    [["completion", "tcsh"], /There is no completion for tcsh\n {6}Write bash, zsh, fish/],
  ])("%j", async (words, want) => {
    const { code, out, err } = await run(words);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(want);
    expect(err).not.toMatch(/^\s+at /m);
  });
});

describe("an internal error", () => {
  const broken = { stdin: "", env: {} };
  const crash = async (env: Settings["env"] = {}): Promise<{ code: number; err: string }> => {
    const world = testWorld({ ...broken, env: { ...env, SHELL: "bash" } });
    const failing = {
      ...world,
      stdout: Object.assign(world.stdout, {
        write: () => {
          throw new TypeError("x is not a function");
        },
      }),
    };
    const code = await main(["completion"], failing);
    return { code, err: world.err() };
  };

  it("says that it is one, and how to report it", async () => {
    const { code, err } = await crash();
    expect(code).toBe(1);
    expect(err).toContain("internal error TypeError: x is not a function");
    expect(err).toContain("report");
    expect(err).toContain("TOOLGEN_DEBUG=1");
    expect(err).not.toMatch(/^\s+at /m);
  });

  it("shows its stack with TOOLGEN_DEBUG=1", async () =>
    expect((await crash({ TOOLGEN_DEBUG: "1" })).err).toMatch(/^\s+at /m));
});
