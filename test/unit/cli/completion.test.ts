import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { optionsOf } from "../../../src/cli/command.js";
import { commands } from "../../../src/cli/commands.js";
import { main } from "../../../src/cli/program.js";
import { testWorld } from "./world.js";

async function script(...words: string[]): Promise<string> {
  const world = testWorld({ env: { SHELL: "/usr/bin/fish" } });
  expect(await main(["completion", ...words], world)).toBe(0);
  return world.out();
}

/** What bash offers for the last of these words. */
function offers(source: string, ...line: string[]): readonly string[] {
  const program = `${source}
COMP_WORDS=(${line.map((w) => `'${w}'`).join(" ")}); COMP_CWORD=${line.length - 1}
_toolgen; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", program], { encoding: "utf8" }).split("\n").filter(Boolean);
}

describe("bash", () => {
  it("offers commands, flags and words", async () => {
    const source = await script("bash");
    expect(offers(source, "toolgen", "c")).toEqual(["call", "check", "completion"]);
    expect(offers(source, "toolgen", "call", "--re")).toEqual(["--retries", "--retry-base", "--redis", "--read-only"]);
    expect(offers(source, "toolgen", "list", "--format", "j")).toEqual(["json"]);
    expect(offers(source, "toolgen", "list", "--format", "open")).toEqual(["openai", "openai-strict"]);
    expect(offers(source, "toolgen", "completion", "z")).toEqual(["zsh"]);
    expect(offers(source, "toolgen", "openapi", "package.")).toEqual(["package.json"]);
    expect(offers(source, "toolgen", "openapi", "--out", "sr")).toEqual(["src"]);
    expect(offers(source, "toolgen", "call", "--timeout", "")).toEqual([]);
  });
});

it.each(["bash", "zsh", "fish"])("%s knows every command and flag", async (shell) => {
  const source = await script(shell);
  for (const command of commands) {
    expect(source).toContain(command.name);
    for (const option of optionsOf(command))
      expect(source).toContain(shell === "fish" ? `-l ${option.name}` : `--${option.name}`);
  }
});

it("takes the shell of the user", async () => expect(await script()).toMatch(/^# toolgen completion for fish/));
