/** References of a Swagger 2.0 document, as they read after the conversion. */
import { percentDecoded } from "../../source/percent.js";
import type { Location } from "../document.js";
import { splitReference } from "../pointer.js";

const MOVED: readonly (readonly [from: string, to: string])[] = [
  ["/definitions", "/components/schemas"],
  ["/parameters", "/components/parameters"],
  ["/responses", "/components/responses"],
  ["/securityDefinitions", "/components/securitySchemes"],
];

export type Link = (document: string, from: string) => string | undefined;

/** `to`: the file that the result stands in. What cannot be followed stays as it is. */
export function rebase(ref: string, from: Location, to: string, root: string, link: Link): string {
  const { document, fragment } = splitReference(ref);
  const target = document === "" ? from.file : link(document, from.file);
  if (target === undefined) return ref;
  const moved = target === root && fragment !== undefined ? movedFragment(fragment) : fragment;
  const suffix = moved === undefined ? "" : `#${moved}`;
  if (target === to) return suffix === "" ? "#" : suffix;
  return from.file === to ? `${document}${suffix}` : `${fileReference(target)}${suffix}`;
}

function movedFragment(fragment: string): string {
  const pointer = fragment.startsWith("/") ? fragment : percentDecoded(fragment);
  const move = MOVED.find(([from]) => pointer === from || pointer.startsWith(`${from}/`));
  return move ? move[1] + pointer.slice(move[0].length) : fragment;
}

/** A file's key as a relative reference from the root file. */
function fileReference(key: string): string {
  if (/^https?:/.test(key)) return key;
  return key.split("/").map(encodeURIComponent).join("/");
}
