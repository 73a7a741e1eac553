/** Toolkits on disk, made again from what their manifests remember. */
import { resolve } from "node:path";
import { Diagnostics } from "../diagnostics.js";
import type { Manifest } from "../emit/manifest.js";
import { OutputFolder } from "../write/folder.js";
import { readManifest } from "../write/manifest.js";
import { generateGraphql } from "./graphql.js";
import { generateOpenApi } from "./openapi.js";
import { recalledOptions } from "./options.js";
import { nothingMade, refusal } from "./pipeline.js";
import { wayFrom } from "./source.js";
import type { GenerateReport, GraphqlOptions } from "./types.js";

/** How a toolkit on disk stands to its document, its options and this version: a run with `check`. */
export async function checkToolkit(
  dir: string,
  options: Pick<GraphqlOptions, "cwd" | "fetch" | "env">,
): Promise<GenerateReport> {
  const diagnostics = new Diagnostics();
  const { cwd, env, ...rest } = options;
  const found = foundToolkit(resolve(cwd, dir));
  if (found) {
    const { root, manifest } = found;
    const { source } = manifest;
    const specs = (source.specs ?? (source.spec === undefined ? [] : [source.spec])).map((spec) =>
      wayFrom(spec, cwd, root),
    );
    const [spec] = specs;
    const remembered = recalledOptions(manifest.options);
    const run = { ...remembered, ...rest, cwd, name: manifest.toolkit, out: dir, check: true };
    if (spec !== undefined && source.kind === "graphql") {
      const operations = remembered.operations?.map((pattern) => wayFrom(pattern, cwd, root));
      return generateGraphql({ ...run, sources: specs, ...(env && { env }), ...(operations && { operations }) });
    }
    if (spec !== undefined) return generateOpenApi({ ...run, spec });
    diagnostics.report("SPEC_UNKNOWN", { message: `${dir} was made from standard input` });
  } else diagnostics.report("TOOLKIT_UNREADABLE", { message: `${dir} has no manifest of toolgen` });
  return { ...nothingMade(found?.manifest.toolkit ?? "", dir, ""), stale: true, diagnostics: diagnostics.list };
}

function foundToolkit(dir: string): { readonly root: string; readonly manifest: Manifest } | undefined {
  try {
    const folder = new OutputFolder(dir);
    const manifest = readManifest(folder);
    return manifest && { root: folder.root, manifest };
  } catch (cause) {
    if (refusal(cause) === undefined) throw cause;
    return undefined;
  }
}
