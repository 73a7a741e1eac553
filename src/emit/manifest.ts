/** What a toolkit remembers of its making: enough to make it again, to prune it, and to see what was edited by hand. */
import { originOf } from "../ir/origin.js";
import type { Operation, Source, ToolSpec } from "../ir/types.js";
import { createDigest, type Digest, sha256, shortHash } from "./digest.js";
import type { EmittedFile } from "./file.js";

export interface ManifestOptions {
  /** Version of toolgen. */
  readonly version: string;
  /** The spec as found from the toolkit's folder: a relative path with `/`, or a URL; absent: standard input. */
  readonly spec?: string;
  /** The same, where the document was named as several files. */
  readonly specs?: readonly string[];
  /** Options that shape the toolkit, by their config names; those that were not given are absent. */
  readonly options: Readonly<Record<string, unknown>>;
}

export interface ToolEntry {
  readonly operation: Operation;
  readonly file: string;
}

export interface Manifest {
  readonly generator: { readonly name: "toolgen"; readonly version: string };
  readonly toolkit: string;
  readonly source: Source & { readonly spec?: string; readonly specs?: readonly string[] };
  readonly options: Readonly<Record<string, unknown>>;
  readonly origins: readonly string[];
  readonly tools: readonly ManifestTool[];
  /** By path: sha256, hex. */
  readonly files: Readonly<Record<string, string>>;
}

export interface ManifestTool {
  readonly name: string;
  readonly file: string;
  readonly origin: ReturnType<typeof originOf>;
  /** Of the input schema with all that it refers to. */
  readonly input: string;
  /** Of title and description. */
  readonly text: string;
}

export function manifestText(
  spec: ToolSpec,
  tools: readonly ToolEntry[],
  files: readonly EmittedFile[],
  options: ManifestOptions,
): string {
  const digest = createDigest(spec.schemas);
  const manifest: Manifest = {
    generator: { name: "toolgen", version: options.version },
    toolkit: spec.name,
    source: {
      ...spec.source,
      ...(options.spec !== undefined && { spec: options.spec }),
      ...(options.specs !== undefined && { specs: options.specs }),
    },
    options: options.options,
    origins: spec.origins,
    tools: tools.map((tool) => manifestTool(tool, digest)),
    files: Object.fromEntries(files.map(({ path, text }) => [path, sha256(text)])),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function manifestTool({ operation, file }: ToolEntry, digest: Digest): ManifestTool {
  const { toolName, title, description, input } = operation;
  return {
    name: toolName,
    file,
    origin: originOf(operation),
    input: digest(input),
    text: shortHash(JSON.stringify([title, description])),
  };
}
