/** OpenAPI draft → ToolSpec: names, selection, texts, effects, servers. */
import type { Diagnostics } from "../diagnostics.js";
import { schemasOf } from "../ir/schema.js";
import type { HttpOperation, ToolSpec } from "../ir/types.js";
import type { Candidate, Detail, Draft } from "../read/openapi/index.js";
import type { Effect } from "../tool/types.js";
import { Bindings } from "./bind.js";
import { byToolName, type Choosing, type Chosen, chooseOperations, placed } from "./choose.js";
import { saidShort } from "./describe.js";
import { toolkitKeyHeader, withSoundKey } from "./key-header.js";
import { toolNames } from "./name.js";
import type { ShapeOptions } from "./options.js";
import type { Override } from "./override.js";
import { readToolkitQuota, type ToolkitQuota } from "./quota.js";
import { settleSettings } from "./settle.js";
import { toolPart } from "./tool.js";
import { baseName, toolkitName } from "./toolkit-name.js";
import { snakeName } from "./unique.js";
import { placeServers, type Upstreams } from "./upstreams.js";

export function shapeOpenApi(draft: Draft, options: ShapeOptions, diagnostics: Diagnostics): ToolSpec<HttpOperation> {
  const name = toolkitName(options.name, [baseName(draft.source.file), draft.title], diagnostics);
  const keyHeader = toolkitKeyHeader(options, diagnostics);
  const chosen = chooseOperations(choosing(draft, keyHeader), options, diagnostics);
  const bindings = new Bindings(options.bind ?? [], diagnostics);
  const upstreams = placeServers(draft, chosen, { toolkit: name, ...options }, diagnostics);
  const shaping = { draft, upstreams, bindings, diagnostics };
  const operations = settleSettings(chosen.map((one) => operationOf(one, shaping)).sort(byToolName), diagnostics);
  bindings.reportUnused(chosen.flatMap(({ override }) => override.bind ?? []));
  if (operations.length === 0) {
    diagnostics.report("OPERATIONS_NONE", { message: `${draft.source.file}: no operation became a tool` });
  }
  const { quota, vendor } = quotaOf(draft, options, diagnostics);
  return {
    name,
    ...(draft.title !== "" && { title: draft.title }),
    ...(draft.description !== undefined && { description: draft.description }),
    source: draft.source,
    servers: upstreams.servers,
    origins: upstreams.origins,
    auth: upstreams.auth,
    ...(quota && { quota }),
    ...(vendor !== undefined && { vendor }),
    schemas: draft.schemas(operations.flatMap(schemasOf)),
    operations,
  };
}

function choosing(draft: Draft, keyHeader: string | undefined): Choosing<Candidate, Detail> {
  const operations = draft.operations.map((candidate) => ({
    candidate,
    said: `${candidate.method} ${candidate.path}`,
    labels: [
      ...(candidate.operationId === null ? [] : [candidate.operationId]),
      `${candidate.method} ${candidate.path}`,
    ],
    tags: candidate.tags,
    deprecated: candidate.deprecated,
    extensions: candidate.extensions,
    place: () => draft.place(candidate.at),
  }));
  const names = (wishes: readonly (string | undefined)[]): readonly string[] =>
    toolNames(
      draft.operations.map(({ method, path, operationId, methods, items }, i) => {
        const wish = wishes[i];
        return { method, path, operationId, around: { methods, items }, ...(wish !== undefined && { wish }) };
      }),
    );
  const read = (candidate: Candidate, { effect, idempotencyHeader: own }: Override): Detail | undefined => {
    const isWrite = (effect ?? effectOf(candidate.method)) !== "read";
    return draft.read(candidate, {
      ...(own !== undefined && { own }),
      ...(keyHeader !== undefined && isWrite && { otherwise: keyHeader }),
    });
  };
  return { operations, names, read };
}

interface Shaping {
  readonly draft: Draft;
  readonly upstreams: Upstreams;
  readonly bindings: Bindings;
  readonly diagnostics: Diagnostics;
}

function operationOf(
  chosen: Chosen<Candidate, Detail>,
  { draft, upstreams, bindings, diagnostics }: Shaping,
): HttpOperation {
  const { candidate, detail, override, place } = chosen;
  const server = detail.server && upstreams.keyOf(detail.server);
  const schemes = detail.auth.flatMap(Object.keys).flatMap((name) => draft.scheme(name) ?? []);
  const http = withSoundKey(detail.http, schemes, (message) =>
    diagnostics.report("EXTENSION_INVALID", { message: `${chosen.toolName}: ${message}`, ...placed(place()) }),
  );
  return {
    kind: "http",
    ...toolPart(chosen, `${candidate.method} ${saidShort(candidate.path)}`, bindings, diagnostics),
    group: groupOf(candidate),
    effect: override.effect ?? effectOf(candidate.method),
    tags: candidate.tags,
    pointer: `#${candidate.at.pointer}`,
    operationId: candidate.operationId,
    auth: detail.auth,
    http: { ...http, ...(server !== undefined && { server }) },
  };
}

/** RFC 9110 §9.2.1, and QUERY. Nothing is known of other methods but PURGE, whose word says it. */
function effectOf(method: string): Effect {
  if (["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].includes(method)) return "read";
  return method === "DELETE" || method === "PURGE" ? "irreversible" : "write";
}

function groupOf({ tags, path }: Candidate): string {
  const segment = path.split(/[/?#]/).find((part) => part !== "" && !/^v?\d+(?:\.\d+)*$|^api$|[{}]/i.test(part));
  return snakeName(tags[0] ?? segment ?? "", "general");
}

/** The options go before the document, which may name limits, or the vendor whose limits they are. */
function quotaOf(draft: Draft, { quota, vendor }: ShapeOptions, diagnostics: Diagnostics): ToolkitQuota {
  if (quota !== undefined || vendor !== undefined) {
    return { ...(quota && { quota }), ...(vendor !== undefined && { vendor }) };
  }
  if (!Object.hasOwn(draft.extensions, "quota")) return {};
  const said = readToolkitQuota(draft.extensions["quota"]);
  if (typeof said !== "string") return said;
  diagnostics.report("EXTENSION_INVALID", { message: `x-toolgen-quota of the document: ${said}` });
  return {};
}
