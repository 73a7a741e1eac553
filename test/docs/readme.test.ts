/**
 * The README is run: sessions in a fresh folder with the built program, their output compared; TypeScript compiled, and
 * run against a museum on loopback. `UPDATE_README=1 npx vitest run test/docs` writes what they print into the page.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commands } from "../../src/cli/commands.js";
import { type Block, blocksOf, isAsShown, stepsOf, wordOf } from "./blocks.js";
import { Reader } from "./reader.js";

const README = join(import.meta.dirname, "../../README.md");
const update = process.env["UPDATE_README"] === "1";
const page = readFileSync(README, "utf8");
const blocks = blocksOf(page);
const reader = new Reader();
/** By block: what it should show. */
const real = new Map<Block, string>();

beforeAll(async () => {
  await reader.open();
  for (const [i, block] of blocks.entries()) {
    const kind = kindOf(block);
    if (kind === "session") real.set(block, await reader.session(stepsOf(block)));
    if (kind === "file") reader.put(wordOf(block, "file") ?? "", block.text);
    if (kind === "excerpt") real.set(block, reader.text(wordOf(block, "from") ?? ""));
    if (kind === "code" || kind === "program") reader.put(moduleOf(block), block.text);
    if (kind === "output" && kindOf(blocks[i - 1]) !== "program")
      throw new Error(`Line ${block.line}: output of what?`);
  }
  const faults = reader.compile(blocks.filter((b) => ["code", "program"].includes(kindOf(b) ?? "")).map(moduleOf));
  for (const block of blocks.filter((b) => kindOf(b) === "code" || kindOf(b) === "program")) {
    real.set(block, faults.get(moduleOf(block))?.join("\n") ?? "");
  }
  for (const [i, block] of blocks.entries()) {
    if (kindOf(block) === "program") real.set(blocks[i + 1] ?? block, await reader.run(moduleOf(block)));
  }
  if (update) writeFileSync(README, updated());
}, 180_000);

afterAll(() => reader.close());

type Kind = "session" | "file" | "excerpt" | "code" | "program" | "output";

/** How a block is tested; undefined: not at all. */
function kindOf(block: Block | undefined): Kind | undefined {
  if (block === undefined) return undefined;
  if (wordOf(block, "file")) return "file";
  if (wordOf(block, "from")) return "excerpt";
  if (block.language === "sh") return "session";
  if (block.language === "ts" && block.words.includes("run")) return "program";
  if (block.language === "ts" && block.words.includes("check")) return "code";
  return block.language === "text" && block.words.includes("output") ? "output" : undefined;
}

const moduleOf = (block: Block): string => `block-${block.line}.ts`;

/** Durations are of the day. */
const timeless = (text: string): string => text.replace(/"durationMs":\s?\d+/g, '"durationMs":0');

function updated(): string {
  const lines = page.split("\n");
  for (const block of [...blocks].reverse()) {
    const kind = kindOf(block);
    const text = real.get(block);
    if ((kind !== "session" && kind !== "output") || text === undefined || isSame(block, text)) continue;
    lines.splice(block.line, block.text === "" ? 0 : block.text.split("\n").length, ...text.split("\n"));
  }
  return lines.join("\n");
}

const isSame = (block: Block, text: string): boolean => isAsShown(timeless(block.text), timeless(text));

describe("the README", () => {
  it("has no block that is not tested", () => {
    const untested = blocks.filter((block) => kindOf(block) === undefined);
    expect(untested.map((b) => `line ${b.line}: \`\`\`${[b.language, ...b.words].join(" ")}`)).toEqual([]);
    const silent = blocks.filter((b, i) => kindOf(b) === "program" && kindOf(blocks[i + 1]) !== "output");
    expect(silent.map((b) => `line ${b.line} is run, and shows no output`)).toEqual([]);
  });

  it.each(commands.map((c) => c.name))("shows the help of toolgen %s", (name) => {
    const shown = blocks.flatMap((b) => (kindOf(b) === "session" ? stepsOf(b) : [])).map((s) => s.command);
    expect(shown).toContain(`toolgen ${name} --help`);
  });

  it.each(blocks.filter((b) => kindOf(b) === "session" || kindOf(b) === "output").map((b) => [b.line, b] as const))(
    "prints what it shows in line %i",
    (_, block) => {
      const text = real.get(block) ?? "";
      if (!update && !isSame(block, text)) expect(timeless(text)).toBe(timeless(block.text));
    },
  );

  it.each(blocks.filter((b) => kindOf(b) === "excerpt").map((b) => [wordOf(b, "from"), b] as const))(
    "quotes %s",
    (_, block) => {
      const text = real.get(block) ?? "";
      if (!isAsShown(`${block.text}\n`, text)) expect(text).toBe(block.text);
    },
  );

  it.each(blocks.filter((b) => kindOf(b) === "program" || kindOf(b) === "code").map((b) => [b.line, b] as const))(
    "has code without a fault in line %i",
    (_, block) => expect(real.get(block)).toBe(""),
  );

  it("leads somewhere with every link to a place in it or in the repository", () => {
    const anchors = new Set([...page.matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) => anchorOf(title)));
    const links = [...page.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to = ""]) => to).filter((to) => !/^https?:/.test(to));
    const broken = links.filter((to) => (to.startsWith("#") ? !anchors.has(to.slice(1)) : !reader.inRepository(to)));
    expect(broken).toEqual([]);
  });
});

/** As GitHub makes them. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
