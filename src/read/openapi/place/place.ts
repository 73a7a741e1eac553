/** Line and column, looked up in the source text of what is reported. */
import type { Place } from "../../../diagnostics.js";
import { decodeText } from "../../source/decode.js";
import type { Location } from "../document.js";
import { tokensOf } from "../pointer.js";
import type { DocumentFile } from "../reference/library.js";
import { type Locate, locateInJson, type Spot } from "./json.js";
import { lineOf, lineStarts } from "./lines.js";

export interface Placer {
  place(at: Location): Place;
  /** The integer at a place, as it is written. */
  digits(at: Location): string | undefined;
}

interface Index {
  readonly text: string;
  readonly locate: Locate;
  readonly lines: readonly number[];
}

/** `shown`: the root file's name in diagnostics. */
export async function createPlacer(
  files: ReadonlyMap<string, DocumentFile>,
  root: string,
  shown: string,
  maxDepth: number,
): Promise<Placer> {
  const yaml = [...files.values()].some((file) => file.format === "yaml") ? await import("./yaml.js") : undefined;
  const indexes = new Map<string, Index>();

  function indexOf(key: string): Index | undefined {
    const known = indexes.get(key);
    const file = files.get(key);
    if (known || !file) return known;
    const text = decodeText(file.bytes);
    const locate = file.format === "json" || !yaml ? locateInJson(text) : yaml.locateInYaml(text, maxDepth);
    const index = { text, locate, lines: lineStarts(text) };
    indexes.set(key, index);
    return index;
  }

  function find(at: Location): { index: Index; spot: Spot } | undefined {
    const index = indexOf(at.file);
    return index && { index, spot: index.locate(tokensOf(at.pointer)) };
  }

  return {
    place(at) {
      const file = at.file === root ? shown : at.file;
      if (at.pointer === "") return { file, pointer: "" };
      const found = find(at);
      return { file, pointer: `#${at.pointer}`, ...(found && lineOf(found.index.lines, found.spot.at)) };
    },
    digits(at) {
      const found = find(at);
      return (
        found && /^[-+]?\d+(?![\d.eE])/.exec(found.index.text.slice(found.spot.value, found.spot.value + 1000))?.[0]
      );
    },
  };
}
