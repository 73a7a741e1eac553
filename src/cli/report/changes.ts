/** What has changed for those who use a toolkit. */
import type { Change, ChangeKind } from "../../generate.js";
import type { Paint } from "../terminal.js";
import { printable } from "./words.js";

/** The kinds that break callers first. */
const ORDER: readonly ChangeKind[] = ["breaking", "removed", "widening", "new", "setting", "text-only"];

export function changeLines(changes: readonly Change[], paint: Paint): readonly string[] {
  const width = Math.max(0, ...changes.map((c) => c.kind.length));
  const inks: Readonly<Record<ChangeKind, Paint["red"]>> = {
    breaking: paint.red,
    removed: paint.red,
    widening: paint.yellow,
    new: paint.green,
    setting: paint.yellow,
    "text-only": paint.dim,
  };
  return ORDER.flatMap((kind) =>
    changes
      .filter((c) => c.kind === kind)
      .map(
        ({ tool, what }) =>
          `  ${inks[kind](kind)}${" ".repeat(width - kind.length)}  ${paint.bold(tool)}  ${printable(what)}`,
      ),
  );
}
