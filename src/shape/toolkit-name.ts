/** A toolkit's name: as given, else from the document's file name, else from its title. */
import type { Diagnostics } from "../diagnostics.js";
import { NAME, snakeName } from "./unique.js";

/** What says nothing of one service. */
const GENERIC = new Set(
  (
    "a api apis app bundle bundled client com console definition dev doc docs documentation downloads example file http " +
    "index input io json latest main master net oas oas2 oas3 of official openapi org public raw ref reference rest " +
    "restful root schema sdk service spec specification stdin swagger the ui web www yaml yml"
  ).split(" "),
);

/** `petstore.yaml` → `petstore`; `openapi.json` with the title `GitHub v3 REST API` → `github`. The first that tells something. */
export function toolkitName(
  given: string | undefined,
  texts: readonly string[],
  diagnostics: Diagnostics,
  generic: ReadonlySet<string> = new Set(),
): string {
  if (given !== undefined && NAME.test(given)) return given;
  if (given !== undefined) {
    diagnostics.report("NAME_INVALID", {
      message: `toolkit name ${JSON.stringify(given)} does not match ${NAME.source}`,
    });
  }
  for (const text of [given ?? "", ...texts]) {
    const words = telling(text).filter((word) => !generic.has(word));
    if (words.length > 0) return snakeName(words.join(" "), "api");
  }
  return "api";
}

function telling(text: string): readonly string[] {
  const words = text
    .toLowerCase()
    .replace(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => word !== "" && !GENERIC.has(word) && !/^v?\d+$/.test(word));
}

/** Of a path or URL, what follows the last slash. */
export function baseName(file: string): string {
  return file.replace(/[?#].*$/, "").replace(/^.*[\\/]/, "");
}
