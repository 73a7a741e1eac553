/** What the README lists is what there is: each option, each code of an error, and none that is not there. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { force, generationOptions, graphqlOptions } from "../../src/cli/options.js";
import { keysOf } from "./types.js";

const page = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");

/** By the head of their first column. */
const TABLES = [
  { head: "`createRegistry`", file: "runtime/options.ts", type: "RegistryOptions" },
  { head: "`register`", file: "runtime/registry/registration.ts", type: "RegisterOptions" },
  { head: "`call`", file: "runtime/options.ts", type: "CallOptions" },
  { head: "`registry.…`", file: "runtime/registry.ts", type: "Registry" },
  { head: "`defineTool`", file: "tool/types.ts", type: "ToolDefinition" },
  { head: "limit", file: "tool/types.ts", type: "Limit" },
  { head: "setting", file: "shape/override.ts", type: "Override" },
  { head: "code", file: "runtime/call/errors.ts", type: "ErrorCode" },
] as const;

/** By the words before what they list. */
const SENTENCES = [
  { words: "`defineToolkit` takes", file: "tool/types.ts", type: "Toolkit" },
  { words: "Each call of a batch may have", file: "runtime/options.ts", type: "BatchCall" },
  { words: "`meta` says what happened:", file: "runtime/call/result.ts", type: "ResultMeta" },
] as const;

describe("the README", () => {
  it.each(TABLES)("lists in the table of $head what $type has", ({ head, file, type }) => {
    const names = table(head).flatMap((cell) => codesIn(cell));
    expect(names.toSorted()).toEqual(keysOf(file, type).toSorted());
  });

  it.each(SENTENCES)("lists after “$words” what $type has", ({ words, file, type }) => {
    expect(codesIn(sentence(words)).toSorted()).toEqual(keysOf(file, type).toSorted());
  });

  it("lists the keys of the config file", () => {
    const camel = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    const options = [...generationOptions, ...graphqlOptions, force].map(({ name }) => camel(name));
    const known = new Set([...options, "spec", "schema", "tools"]);
    const listed = codesIn(sentence("keys are the flags in camel case:", 2)).filter((name) => name !== "schema");
    expect([...listed, "schema", "tools"].toSorted()).toEqual([...known].toSorted());
  });
});

/** First cells of the one table that has this head. */
function table(head: string): readonly string[] {
  const lines = page.split("\n");
  const tops = lines.flatMap((line, i) => (line.startsWith("| ") && firstCell(line) === head ? [i] : []));
  const [top = -1] = tops;
  if (tops.length !== 1) throw new Error(`There are ${tops.length} tables with the head ${head}`);
  const rows = lines.slice(top + 2);
  return rows
    .slice(
      0,
      rows.findIndex((line) => !line.startsWith("|")),
    )
    .map(firstCell);
}

const firstCell = (line: string): string => line.split("|")[1]?.trim() ?? "";

/** What follows these words, to the end of so many sentences. */
function sentence(words: string, count = 1): string {
  const at = page.indexOf(words);
  if (at < 0) throw new Error(`The page does not say: ${words}`);
  return page
    .slice(at + words.length)
    .split(/\.(?=\s)/, count)
    .join(" ");
}

const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([A-Za-z_]\w*)`/g)].map(([, name = ""]) => name);
