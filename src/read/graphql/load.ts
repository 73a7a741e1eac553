/** From what a user names to a GraphQL schema: SDL in one file or many, introspection JSON, or an endpoint. */
import { createHash } from "node:crypto";
import type { Diagnostics } from "../../diagnostics.js";
import { createExchange, type Fetch } from "../source/exchange.js";
import { ReadFault } from "../source/fault.js";
import { createFetch } from "../source/fetch.js";
import type { Resolve } from "../source/lookup.js";
import { shownUrl } from "../source/origin.js";
import type { Part } from "./load/build.js";
import type { Credential } from "./load/credential.js";
import { introspect } from "./load/endpoint.js";
import { finishSchema } from "./load/finish.js";
import { FileFault, inFile, type LibraryOptions, readTexts, type TextFile } from "./load/library.js";
import { type GraphqlLimits, resolveLimits } from "./load/limits.js";
import { parseDocument } from "./load/parse.js";
import { introspectedPart, partOf } from "./load/part.js";
import type { LoadedGraphql, OperationFile } from "./loaded.js";

export type { Credential };

export interface LoadGraphqlOptions {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Files or globs of operation documents. */
  readonly operations?: readonly string[];
  /** Sent with an introspection, and with nothing else. */
  readonly credential?: Credential;
  /** Origins or folders that `#import`s may reach beyond the named files' own folders. */
  readonly allowRefs?: readonly string[];
  /** In place of standard input. */
  readonly stdin?: () => Promise<Uint8Array>;
  /** In place of the network. */
  readonly fetch?: Fetch;
  /** In place of the system's name resolution. */
  readonly resolveHost?: Resolve;
  /** Of each request; default 30 s. */
  readonly timeoutMs?: number;
  readonly limits?: Partial<GraphqlLimits>;
}

/** Undefined where no schema can be made of the sources: an error has been reported then. */
export async function loadGraphql(
  sources: readonly string[],
  options: LoadGraphqlOptions,
  diagnostics: Diagnostics,
): Promise<LoadedGraphql | undefined> {
  try {
    const [endpoint] = sources.filter(isEndpoint);
    const loaded =
      endpoint === undefined
        ? await fromFiles(sources, options, diagnostics)
        : await fromEndpoint(endpoint, sources, options, diagnostics);
    const documents = await operationFiles(options, diagnostics);
    return documents ? { ...loaded, documents } : loaded;
  } catch (cause) {
    const fault = cause instanceof FileFault ? cause.fault : cause;
    if (!(fault instanceof ReadFault)) throw cause;
    const file = cause instanceof FileFault ? cause.file : (sources[0] ?? "");
    const { line, column, fix } = fault;
    diagnostics.report(fault.code, {
      message: fault.message.includes(file) ? fault.message : `${file}: ${fault.message}`,
      at: { file, pointer: "", ...(line && column ? { line, column } : {}) },
      ...(fix ? { fix } : {}),
    });
    return undefined;
  }
}

/** A URL is asked for its schema, unless it ends like a file's name. Shopify's endpoints end in `graphql.json`. */
export function isEndpoint(source: string): boolean {
  if (!/^https?:\/\//i.test(source) || !URL.canParse(source)) return false;
  const { pathname } = new URL(source);
  return !/\.(?:graphqls?|gql|sdl|json)$/i.test(pathname) || /\/graphql\.json$/i.test(pathname);
}

async function fromEndpoint(
  source: string,
  sources: readonly string[],
  options: LoadGraphqlOptions,
  diagnostics: Diagnostics,
): Promise<LoadedGraphql> {
  const url = new URL(source);
  const file = shownUrl(url);
  if (sources.length > 1)
    throw new FileFault(
      file,
      new ReadFault("SPEC_ADDRESS_INVALID", "an endpoint has its whole schema; name nothing beside it"),
    );
  if (url.username !== "" || url.password !== "") {
    throw new FileFault(
      file,
      new ReadFault("SPEC_ADDRESS_INVALID", "a user name or password stands in the URL", {
        fix: "Take them out, and use --auth basic.",
      }),
    );
  }
  url.hash = "";
  const { credential } = options;
  if (credential && !credential.value) {
    diagnostics.report("CREDENTIAL_MISSING", {
      message: `${credential.variable} is not set; ${file} is asked without it`,
    });
  }
  const limits = resolveLimits(options.limits);
  return inFile(file, async () => {
    const data = await introspect(url, {
      exchange: createExchange(network(options, [source])),
      limit: limits.bytes,
      credential,
    });
    return finishSchema(
      [introspectedPart(data, file, limits, diagnostics)],
      { file, sha256: sha256(JSON.stringify(data)), endpoint: url.href },
      diagnostics,
    );
  });
}

async function fromFiles(
  sources: readonly string[],
  options: LoadGraphqlOptions,
  diagnostics: Diagnostics,
): Promise<LoadedGraphql> {
  const limits = resolveLimits(options.limits);
  const files = await readTexts(sources, libraryOptions(sources, options, limits), diagnostics);
  const parts: Part[] = [];
  for (const file of files) parts.push(await inFile(file.shown, () => partOf(file, limits, diagnostics)));
  const sorted = [...files].sort((a, b) => (a.shown < b.shown ? -1 : 1));
  const hash = sorted.length === 1 ? (sorted[0]?.sha256 ?? "") : sha256(sorted.map((file) => file.sha256).join("\n"));
  return inFile(sources[0] ?? "", () => finishSchema(parts, { file: namesOf(files), sha256: hash }, diagnostics));
}

async function operationFiles(
  options: LoadGraphqlOptions,
  diagnostics: Diagnostics,
): Promise<readonly OperationFile[] | undefined> {
  const { operations = [] } = options;
  if (operations.length === 0) return undefined;
  const limits = resolveLimits(options.limits);
  const files = await readTexts(operations, libraryOptions(operations, options, limits), diagnostics);
  // Read once more by those who know the schema; here it is made sure that this can be done.
  for (const { shown, text } of files) await inFile(shown, () => parseDocument(text, shown, limits));
  return files.map(({ shown, text, imported }) => ({ file: shown, text, imported }));
}

function libraryOptions(names: readonly string[], options: LoadGraphqlOptions, limits: GraphqlLimits): LibraryOptions {
  const { cwd, stdin, allowRefs = [] } = options;
  return { cwd, stdin, allowRefs, limits, fetch: createFetch(network(options, names)) };
}

function network({ fetch, resolveHost, timeoutMs = 30_000 }: LoadGraphqlOptions, names: readonly string[]) {
  const trusted = new Set(names.flatMap((name) => (URL.canParse(name) ? [new URL(name).hostname] : [])));
  return { timeoutMs, fetch, resolveHost, trusted };
}

/** `a.graphql, b.graphql`, or `a.graphql and 9 more`. */
function namesOf(files: readonly TextFile[]): string {
  const names = [...new Set(files.filter(({ imported }) => !imported).map(({ name }) => name))];
  return names.length <= 3 ? names.join(", ") : `${names[0]} and ${names.length - 1} more`;
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
