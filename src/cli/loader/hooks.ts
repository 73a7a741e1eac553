/**
 * Node's module hooks for toolkits on disk: TypeScript loads as it is, and `toolgen/…` is this very installation.
 * The same functions serve `registerHooks`, in this thread, and `register` (Node 20), in a thread of Node's own.
 */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { eraseTypes } from "../../emit/gate.js";
import { transpile } from "./transpile.js";

/** File URLs of folders, each with a slash at its end. Modules elsewhere are left to Node. */
const roots = new Set<string>();

/** For `register`: what it was given as data. */
export function initialize(folders: Iterable<string>): void {
  for (const folder of folders) roots.add(folder);
}

interface ResolveContext {
  readonly parentURL?: string | undefined;
}

export function resolve<Context extends ResolveContext, Resolved>(
  specifier: string,
  context: Context,
  next: (specifier: string, context: Context) => Resolved,
): Resolved {
  const parent = context.parentURL;
  if (parent === undefined || !isOurs(parent)) return next(specifier, context);
  // Seen from here, the package's own name resolves to itself.
  if (/^toolgen(\/|$)/.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
  if (!/^\.{1,2}\/.*\.js$/.test(specifier)) return next(specifier, context);
  const source = new URL(specifier, parent);
  const script = specifier.replace(/\.js$/, ".ts");
  const isScript = !existsSync(source) && existsSync(new URL(script, parent));
  return next(isScript ? script : specifier, context);
}

interface Loaded {
  readonly format: "module";
  readonly source: string;
  readonly shortCircuit: true;
}

export function load<Context, Result>(
  url: string,
  context: Context,
  next: (url: string, context: Context) => Result,
): Result | Loaded {
  if (!isOurs(url) || !/\.m?ts$/.test(url)) return next(url, context);
  const text = readFileSync(fileURLToPath(url), "utf8");
  return { format: "module", source: eraseTypes(text) ?? transpile(text, fileURLToPath(url)), shortCircuit: true };
}

function isOurs(url: string): boolean {
  if (!url.startsWith("file:") || url.includes("/node_modules/")) return false;
  for (const root of roots) if (url.startsWith(root)) return true;
  return false;
}
