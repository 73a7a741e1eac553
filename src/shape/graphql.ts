/** GraphQL draft → ToolSpec: names, selection, texts, effects, the endpoint. */
import type { Diagnostics } from "../diagnostics.js";
import { schemasOf } from "../ir/schema.js";
import type { GraphqlOperation, ToolSpec } from "../ir/types.js";
import type { GraphqlCandidate, GraphqlDetail, GraphqlDraft } from "../read/graphql/draft.js";
import { isConfidential, originOf } from "../read/server.js";
import type { AuthScheme, Effect } from "../tool/types.js";
import { Bindings } from "./bind.js";
import { byToolName, type Choosing, type Chosen, chooseOperations } from "./choose.js";
import { saidShort } from "./describe.js";
import { entityOf, graphqlNames, isIrreversible } from "./graphql-name.js";
import { toolkitKeyHeader, withSoundKey } from "./key-header.js";
import type { ShapeOptions } from "./options.js";
import { settleSettings } from "./settle.js";
import { toolPart } from "./tool.js";
import { baseName, toolkitName } from "./toolkit-name.js";
import { snakeName } from "./unique.js";

export interface GraphqlShapeOptions extends ShapeOptions {
  /** Where operations are sent. `baseUrl` takes its place. */
  readonly endpoint?: string;
  /** The scheme named `token`; absent: no credential is sent. */
  readonly auth?: AuthScheme;
}

/** Name of the one scheme that a GraphQL toolkit may have. */
const SCHEME = "token";

export function shapeGraphql(
  draft: GraphqlDraft,
  options: GraphqlShapeOptions,
  diagnostics: Diagnostics,
): ToolSpec<GraphqlOperation> {
  const endpoint = options.baseUrl ?? options.endpoint;
  const name = graphqlToolkitName({ given: options.name, file: draft.source.file, endpoint }, diagnostics);
  const chosen = chooseOperations(choosing(draft), options, diagnostics);
  const bindings = new Bindings(options.bind ?? [], diagnostics);
  const auth = options.auth ? [{ [SCHEME]: [] }] : [];
  const keyHeader = toolkitKeyHeader(options, diagnostics);
  const shaping = { keyHeader, scheme: options.auth, bindings, diagnostics };
  const shaped = chosen.map((one) => ({ ...operationOf(one, shaping), auth })).sort(byToolName);
  const operations = settleSettings(shaped, diagnostics);
  bindings.reportUnused(chosen.flatMap(({ override }) => override.bind ?? []));
  if (operations.length === 0) {
    diagnostics.report("OPERATIONS_NONE", { message: `${draft.source.file}: no operation became a tool` });
  }
  const server = endpoint === undefined ? undefined : { url: endpoint };
  reportEndpoint(endpoint, options.auth !== undefined, diagnostics);
  const allowed = (options.allowOrigins ?? []).map((url) => ({ url }));
  const origins = [...(server ? [server] : []), ...allowed].flatMap((one) => originOf(one) ?? []);
  return {
    name,
    ...(draft.title !== "" && { title: draft.title }),
    ...(draft.description !== undefined && { description: draft.description }),
    source: draft.source,
    servers: server ? { default: server } : {},
    origins: [...new Set(origins)].sort(),
    auth: options.auth && operations.length > 0 ? { [SCHEME]: options.auth } : {},
    ...(options.quota && { quota: options.quota }),
    ...(options.vendor !== undefined && { vendor: options.vendor }),
    schemas: draft.schemas(operations.flatMap(schemasOf)),
    operations,
  };
}

function choosing(draft: GraphqlDraft): Choosing<GraphqlCandidate, GraphqlDetail> {
  const operations = draft.operations.map((candidate) => ({
    candidate,
    said: candidate.label,
    // An operation of a document is also known by the field that it selects.
    labels: [...new Set([candidate.label, ...candidate.fields.map((field) => `${typeOf(candidate)}.${field}`)])],
    tags: [],
    deprecated: candidate.deprecated,
    extensions: {},
    place: () => candidate.at,
  }));
  const names = (wishes: readonly (string | undefined)[]): readonly string[] =>
    graphqlNames(
      draft.operations.map((candidate, i) => {
        const wish = wishes[i];
        return { ...candidate, ...(wish !== undefined && { wish }) };
      }),
    );
  return { operations, names, read: (candidate) => draft.read(candidate) };
}

const typeOf = ({ operation }: GraphqlCandidate): string => (operation === "query" ? "Query" : "Mutation");

interface Shaping {
  readonly keyHeader: string | undefined;
  readonly scheme: AuthScheme | undefined;
  readonly bindings: Bindings;
  readonly diagnostics: Diagnostics;
}

function operationOf(
  chosen: Chosen<GraphqlCandidate, GraphqlDetail>,
  { keyHeader, scheme, bindings, diagnostics }: Shaping,
): Omit<GraphqlOperation, "auth"> {
  const { candidate, detail, override } = chosen;
  // A mutation stays a write, whatever effect its tool is said to have.
  const key = override.idempotencyHeader ?? (candidate.operation === "mutation" && keyHeader);
  return {
    kind: "graphql",
    ...toolPart(chosen, saidShort(candidate.label), bindings, diagnostics),
    group: snakeName(entityOf(candidate), candidate.operation === "query" ? "queries" : "mutations"),
    effect: override.effect ?? effectOf(candidate),
    tags: [],
    pointer: `#${candidate.label}`,
    graphql: withSoundKey(
      { ...detail.graphql, ...(key && { idempotencyHeader: key }) },
      scheme ? [scheme] : [],
      (message) => diagnostics.report("EXTENSION_INVALID", { message: `${chosen.toolName}: ${message}` }),
    ),
  };
}

/** A document with several mutations is as harmful as the most harmful one; so is one whose name says more than they do. */
function effectOf({ operation, fields, operationName }: GraphqlCandidate): Effect {
  if (operation === "query") return "read";
  return [...fields, ...(operationName === null ? [] : [operationName])].some(isIrreversible)
    ? "irreversible"
    : "write";
}

function reportEndpoint(endpoint: string | undefined, hasAuth: boolean, diagnostics: Diagnostics): void {
  if (endpoint === undefined) {
    diagnostics.report("ENDPOINT_MISSING", { message: "no endpoint is named: calls need --base-url" });
    return;
  }
  const origin = originOf({ url: endpoint });
  if (origin === undefined || !hasAuth || isConfidential(origin)) return;
  diagnostics.report("SERVER_INSECURE", { message: `${origin} is not https: no credential is sent there` });
}

const GENERIC: ReadonlySet<string> = new Set(
  "gql graphql graphqls introspection query sdl subgraph supergraph admin staging prod production".split(" "),
);

export interface GraphqlNaming {
  readonly given: string | undefined;
  /** `Source.file`; several files have no name in common. */
  readonly file: string;
  readonly endpoint: string | undefined;
}

/** As given, else from the file's name, else from the endpoint's host: `https://api.github.com/graphql` → `github`. */
export function graphqlToolkitName({ given, file, endpoint }: GraphqlNaming, diagnostics: Diagnostics): string {
  const isOneFile = !/^https?:|, | and \d+ more$/.test(file);
  const hosts = [file, endpoint ?? ""].flatMap((text) => hostWords(text));
  return toolkitName(given, [...(isOneFile ? [baseName(file)] : []), ...hosts], diagnostics, GENERIC);
}

/** Without the top-level domain; nothing for addresses, which name no service. */
function hostWords(url: string): readonly string[] {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return [];
  const { hostname } = new URL(url);
  const labels = hostname.split(".");
  if (labels.length < 2 || /^[\d.]+$|^\[/.test(hostname)) return [];
  return [labels.slice(0, -1).join(" ")];
}
