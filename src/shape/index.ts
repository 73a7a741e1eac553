/** Draft → ToolSpec: names, selection, texts, effects, servers. */
import type { Diagnostics } from "../diagnostics.js";
import type { HttpOperation, ToolSpec } from "../ir/types.js";
import type { Candidate, Draft } from "../read/openapi/index.js";
import type { Effect, Quota } from "../tool/types.js";
import { type Chosen, chooseOperations } from "./choose.js";
import { describe } from "./describe.js";
import { NAME, snakeName } from "./name.js";
import type { ShapeOptions } from "./options.js";
import { isVendor, QUOTA_FORM, readQuota } from "./quota.js";
import { toolkitName } from "./toolkit-name.js";
import { placeServers, type Upstreams } from "./upstreams.js";

export type { ShapeOptions };
export { NAME };

export function shape(draft: Draft, options: ShapeOptions, diagnostics: Diagnostics): ToolSpec<HttpOperation> {
  const name = toolkitName(draft, options.name, diagnostics);
  const chosen = chooseOperations(draft, options, diagnostics);
  const upstreams = placeServers(draft, chosen, { toolkit: name, ...options }, diagnostics);
  const operations = chosen
    .map((one) => operationOf(one, upstreams, draft, diagnostics))
    .sort((a, b) => (a.toolName < b.toolName ? -1 : a.toolName > b.toolName ? 1 : 0));
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
    schemas: draft.schemas(
      operations.flatMap(({ input, output }) => (output === undefined ? [input] : [input, output])),
    ),
    operations,
  };
}

function operationOf(
  { candidate, detail, toolName, override }: Chosen,
  upstreams: Upstreams,
  draft: Draft,
  diagnostics: Diagnostics,
): HttpOperation {
  const server = detail.server && upstreams.keyOf(detail.server);
  const { title, description } = describe(candidate, toolName, override.description);
  const aliases = soundAliases(override.aliases ?? {}, detail.input, (message) =>
    diagnostics.report("EXTENSION_INVALID", { message: `${toolName}: ${message}`, at: draft.place(candidate.at) }),
  );
  return {
    kind: "http",
    toolName,
    group: groupOf(candidate),
    ...(title !== undefined && { title }),
    description,
    effect: override.effect ?? effectOf(candidate.method),
    tags: candidate.tags,
    input: detail.input,
    ...(detail.output !== undefined && { output: detail.output }),
    ...(Object.keys(aliases).length > 0 && { aliases }),
    ...(override.quota && { quota: override.quota }),
    pointer: `#${candidate.at.pointer}`,
    operationId: candidate.operationId,
    auth: detail.auth,
    http: { ...detail.http, ...(server !== undefined && { server }) },
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

/** An alias may not hide an argument, and leads to one. */
function soundAliases(
  aliases: Readonly<Record<string, string>>,
  input: HttpOperation["input"],
  complain: (message: string) => void,
): Readonly<Record<string, string>> {
  const properties = (typeof input === "object" && input.properties) || {};
  const sound: Record<string, string> = {};
  for (const [alias, argument] of Object.entries(aliases)) {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(alias) || alias === "__proto__")
      complain(`alias ${JSON.stringify(alias)} is no name`);
    else if (Object.hasOwn(properties, alias)) complain(`alias ${alias} is an argument itself`);
    else if (!Object.hasOwn(properties, argument))
      complain(`alias ${alias}: there is no argument ${JSON.stringify(argument)}`);
    else sound[alias] = argument;
  }
  return sound;
}

/** The document may name limits, or the vendor whose limits they are: the runtime knows some. */
function quotaOf(
  draft: Draft,
  options: ShapeOptions,
  diagnostics: Diagnostics,
): { readonly quota?: Quota; readonly vendor?: string } {
  if (options.quota) return { quota: options.quota };
  if (!Object.hasOwn(draft.extensions, "quota")) return {};
  const said = draft.extensions["quota"];
  if (isVendor(said)) return { vendor: said };
  const quota = readQuota(said);
  if (quota) return { quota };
  diagnostics.report("EXTENSION_INVALID", { message: `x-toolgen-quota of the document is no ${QUOTA_FORM}` });
  return {};
}
