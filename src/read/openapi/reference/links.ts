import { posix } from "node:path";
import { percentDecoded } from "../../source/percent.js";
import type { Link } from "../convert/rebase.js";
import type { Files } from "./files.js";

/** Which file the document part of a reference names; also for references that were made or not seen while reading. */
export function createLinks({ links, all }: Files): Link {
  return (document, from) => {
    const known = links.get(from)?.get(document);
    if (known !== undefined) return known;
    return candidates(document, from).find((key) => all.has(key));
  };
}

function candidates(document: string, from: string): readonly string[] {
  if (URL.canParse(document, /^https?:/.test(from) ? from : undefined)) {
    return [new URL(document, /^https?:/.test(from) ? from : undefined).href];
  }
  const folder = posix.dirname(from);
  return [percentDecoded(document), document].map((name) => posix.join(folder, name));
}
