/** Skeletons of modules: valid TypeScript with `$slot$` identifiers. A slot takes `Code`, never a string. */
import { readFileSync } from "node:fs";
import { Code, EmitError } from "./code.js";

export type TemplateName = "tool" | "catalog" | "schemas" | "selectable" | "types" | "index";

interface Slot {
  readonly name: string;
  /** The blank line after a slot that stands for whole statements; undefined for a slot inside a line. */
  readonly gap: string | undefined;
}

/** Words and slots by turns, words first. */
interface Template {
  readonly words: readonly string[];
  readonly slots: readonly Slot[];
}

const SLOT = /^\$(\w+)\$;\n(\n?)|\$(\w+)\$/gm;

const templates = new Map<TemplateName, Template>();

/** The skeleton with its slots filled, in one pass: what a slot holds is not looked at again. */
export function fill(name: TemplateName, parts: Readonly<Record<string, Code>>): Code {
  const { words, slots } = templates.get(name) ?? read(name);
  let text = words[0] ?? "";
  for (const [i, slot] of slots.entries()) {
    const part = Object.hasOwn(parts, slot.name) ? parts[slot.name] : undefined;
    if (!(part instanceof Code)) throw new EmitError(`template ${name}: nothing for $${slot.name}$`);
    text += part.text + (slot.gap === undefined ? "" : after(part, slot.gap, text)) + words[i + 1];
  }
  return Code.safe(text);
}

// An empty slot takes the blank line after it along, unless that one parts what comes from what came.
function after(part: Code, gap: string, before: string): string {
  if (part.isEmpty) return before === "" || before.endsWith("\n\n") ? "" : gap;
  return part.text.endsWith("\n") ? gap : `\n${gap}`;
}

// `templates` stands beside `src` and `dist`, so the way there is the same from both.
function read(name: TemplateName): Template {
  const source = readFileSync(new URL(`../../templates/${name}.ts`, import.meta.url), "utf8");
  const words: string[] = [];
  const slots: Slot[] = [];
  let end = 0;
  for (const match of source.matchAll(SLOT)) {
    words.push(source.slice(end, match.index));
    end = match.index + match[0].length;
    slots.push({ name: match[1] ?? match[3] ?? "", gap: match[2] });
  }
  const template = { words: [...words, source.slice(end)], slots };
  templates.set(name, template);
  return template;
}
