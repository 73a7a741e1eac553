/**
 * Reads what was emitted, by a grammar that has imports, types and literal data and nothing else. TypeScript's own
 * parser would take a second to load; tests hold the two against each other.
 */
import { EmitError } from "./code.js";
import { type ModuleFacts, type Range, readModule } from "./gate/module.js";
import { OutsideGrammar } from "./gate/scan.js";

/** Refuses a file that holds anything but imports, types and literal data. */
export function assertEmitted(file: string, text: string): void {
  try {
    readModule(text, { loads: file === "catalog.ts", keeps: false });
  } catch (cause) {
    if (!(cause instanceof OutsideGrammar)) throw cause;
    throw new EmitError(`${file} would hold more than imports, types and data: ${cause.message}`, { cause });
  }
}

/** The module as JavaScript: types become blanks, so that lines stay. `undefined` where toolgen did not emit it so. */
export function eraseTypes(source: string): string | undefined {
  const module = understood(source, false);
  return module && blanked(source, module.types);
}

/** The data of a module's one constant; `undefined` where toolgen did not emit it so. `schemas` and loaders are left out. */
export function readDefinition(source: string): unknown {
  return understood(source, true)?.data;
}

function understood(source: string, keeps: boolean): ModuleFacts | undefined {
  try {
    return readModule(source, { loads: true, keeps });
  } catch (cause) {
    if (cause instanceof OutsideGrammar) return undefined;
    throw cause;
  }
}

function blanked(source: string, ranges: readonly Range[]): string {
  let text = "";
  let end = 0;
  for (const [from, to] of ranges) {
    text += source.slice(end, from) + source.slice(from, to).replace(/[^\n]+/g, (line) => " ".repeat(line.length));
    end = to;
  }
  return text + source.slice(end);
}
