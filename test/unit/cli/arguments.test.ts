import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../src/cli/arguments.js";
import { findCommand } from "../../../src/cli/commands.js";
import * as o from "../../../src/cli/options.js";
import { UsageError } from "../../../src/cli/usage.js";

const parse = (line: readonly string[]): ReturnType<typeof parseArguments> => {
  const [name = "", ...words] = line;
  const command = findCommand(name);
  if (command === undefined) throw new Error(`no command ${name}`);
  return parseArguments(command, words);
};

const refusal = (...line: string[]): string => {
  try {
    return `read as ${JSON.stringify(parse(line).positionals)}`;
  } catch (error) {
    if (error instanceof UsageError) return [error.message, error.hint].filter(Boolean).join(". ");
    throw error;
  }
};

describe("flags", () => {
  it("collects repeatable ones and leaves what follows to the positionals", () => {
    const { flags, positionals } = parse(["openapi", "--include", "a_*", "--include=b{c,d}", "spec.yaml"]);
    expect(flags.get(o.include)).toEqual(["a_*", "b{c,d}"]);
    expect(positionals).toEqual(["spec.yaml"]);
  });

  it("takes the last of a flag that is given twice", () =>
    expect(parse(["openapi", "x", "--out", "a", "--out", "b"]).flags.get(o.out)).toBe("b"));

  it("reads text that looks like a number as text", () => {
    const { flags, positionals } = parse(["call", "1e3", "007", "--args", "12345678901234567890"]);
    expect(positionals).toEqual(["1e3", "007"]);
    expect(flags.get(o.args)).toBe("12345678901234567890");
  });

  it("knows short names, negations and absence", () => {
    const { flags } = parse(["openapi", "x", "-o", "dir", "--no-validate"]);
    expect(flags.get(o.out)).toBe("dir");
    expect(flags.get(o.validate)).toBe(false);
    expect(flags.get(o.check)).toBeUndefined();
    expect(flags.on(o.check)).toBe(false);
  });

  it("lets a flag be said twice, and the last one count", () => {
    expect(parse(["openapi", "x", "--check", "--check"]).flags.on(o.check)).toBe(true);
    expect(parse(["openapi", "x", "--check", "--no-check"]).flags.get(o.check)).toBe(false);
    expect(parse(["openapi", "x", "--check=false"]).flags.get(o.check)).toBe(false);
  });

  it("takes - as a value and as a positional", () => {
    expect(parse(["call", "dir", "tool", "--args", "-"]).flags.get(o.args)).toBe("-");
    expect(parse(["openapi", "-"]).positionals).toEqual(["-"]);
  });

  it("reads durations, quotas and counts", () => {
    const { flags } = parse(["run", "dir", "--timeout", "30s", "--quota", "2/500ms", "--retries", "0"]);
    expect(flags.get(o.timeout)).toBe(30_000);
    expect(flags.get(o.quota)).toEqual([{ limit: 2, interval: 500 }]);
    expect(flags.get(o.retries)).toBe(0);
  });
});

describe("what is wrong is said, with the nearest that is right", () => {
  it.each([
    [["openapi", "x", "--ouput", "y"], "There is no flag --ouput. Did you mean --out?"],
    [["openapi", "x", "--inlcude", "y"], "There is no flag --inlcude. Did you mean --include?"],
    [["openapi", "x", "--zzz"], "There is no flag --zzz"],
    [["openapi", "x", "-z"], "There is no flag -z"],
    [["openapi", "x", "--constructor.prototype.b", "1"], "There is no flag --constructor.prototype.b"],
    [["openapi", "x", "--__proto__.b=1"], "There is no flag --__proto__.b"],
    [["openapi", "x", "--out"], "--out needs a value: --out <dir>"],
    [["openapi", "x", "--out="], "--out: The value is empty. Give one, or leave the flag out."],
    [["openapi", "x", "--out", "--check"], "--out needs a value: --out <dir>"],
    [["openapi", "x", "--no-out"], "There is no flag --no-out. Did you mean --out?"],
    [["openapi", "x", "--no-zzz"], "There is no flag --no-zzz"],
    [["openapi", "x", "--check=maybe"], "--check takes no value. --no-check takes it back."],
    [["openapi", "x", "-zq"], "There is no flag -z"],
    [["openapi"], "toolgen openapi needs <spec>: file, URL, or - for standard input"],
    [["list"], "toolgen list needs <dir…>: folder of a toolkit"],
    [["list", ""], "Argument 1 of toolgen list is empty"],
    [["call", "dir"], "toolgen call needs <tool>: name of the tool"],
    [["call", "dir", "tool", "more"], '"more" is one argument too many. toolgen call takes <dir> <tool>.'],
    [["call", "dir", "tool", "--", "--x"], '"--x" is one argument too many. toolgen call takes <dir> <tool>.'],
    [["generate", "spec.yaml"], '"spec.yaml" is one argument too many. toolgen generate takes flags only.'],
    [["run", "dir", "--retries", "abc"], '--retries: "abc" is not a whole number. Write digits only: 0, 3, 2000.'],
    [["run", "dir", "--retries="], '--retries: "" is not a whole number. Write digits only: 0, 3, 2000.'],
    [
      ["run", "dir", "--timeout", "30"],
      '--timeout: "30" is not a duration. Write a number with a unit: 500ms, 30s, 2m or 1h.',
    ],
    [
      ["list", "dir", "--format", "xml"],
      '--format: "xml" is not one of its values. Write table, json, openai, openai-strict, anthropic, anthropic-strict, gemini or mcp.',
    ],
  ])("%j", (line, want) => expect(refusal(...line)).toBe(want));
});
