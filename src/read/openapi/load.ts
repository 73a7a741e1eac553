/** From a spec argument to an OpenAPI document. */
import type { Diagnostics } from "../../diagnostics.js";
import { createAccess } from "../source/access.js";
import type { Fetch } from "../source/exchange.js";
import { ReadFault } from "../source/fault.js";
import { createFetch } from "../source/fetch.js";
import type { Resolve } from "../source/lookup.js";
import { readSpec, specName } from "../source/spec.js";
import { assemble } from "./assemble.js";
import type { OpenApiDocument } from "./document.js";
import { type Limits, resolveLimits } from "./limits.js";
import { createPlacer } from "./place/place.js";
import { readFiles } from "./reference/files.js";
import { openRoot } from "./reference/library.js";

export interface LoadOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** In place of standard input. */
  readonly stdin?: () => Promise<Uint8Array>;
  /** In place of the network. */
  readonly fetch?: Fetch;
  /** In place of the system's name resolution. */
  readonly resolveHost?: Resolve;
  /** Origins or folders that `$ref`s may reach beyond the document's own folder. */
  readonly allowRefs: readonly string[];
  /** Of each request; default 30 s. */
  readonly timeoutMs?: number;
  /** Whether swagger-parser gives its verdict; default: on documents up to 1 MiB. */
  readonly validate?: boolean;
  readonly limits?: Partial<Limits>;
}

/** Undefined where the document cannot be used at all: an error has been reported then. */
export async function loadOpenApi(
  spec: string,
  options: LoadOptions,
  diagnostics: Diagnostics,
): Promise<OpenApiDocument | undefined> {
  const name = specName(spec);
  try {
    const limits = resolveLimits(options.limits);
    const fetch = createFetch({
      timeoutMs: options.timeoutMs ?? 30_000,
      fetch: options.fetch,
      resolveHost: options.resolveHost,
      trusted: new Set(URL.canParse(spec) ? [new URL(spec).hostname] : []),
    });
    const source = await readSpec(spec, { cwd: options.cwd, stdin: options.stdin, fetch, limit: limits.bytes });
    const root = await openRoot(source, limits);
    const access = createAccess([source.origin], options.allowRefs, options.cwd, name.shown, diagnostics);
    const files = await readFiles(root, { access, limits, fetch });
    const placer = await createPlacer(files.all, root.key, name.shown, limits.depth);
    return await assemble(files, { name, placer, limits, validate: options.validate }, diagnostics);
  } catch (cause) {
    if (!(cause instanceof ReadFault)) throw cause;
    const { line, column, pointer = "", fix } = cause;
    const at = { file: name.shown, pointer: pointer && `#${pointer}`, ...(line && column ? { line, column } : {}) };
    diagnostics.report(cause.code, { message: `${name.shown}: ${cause.message}`, at, ...(fix ? { fix } : {}) });
    return undefined;
  }
}
