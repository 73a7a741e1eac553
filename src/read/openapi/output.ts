/** Responses Object: what a call gives back when it succeeds. */
import type { JsonSchema } from "../../tool/json-schema.js";
import type { BodyContext } from "./body.js";
import type { JsonObject, Node } from "./document.js";
import { follow } from "./follow.js";
import { essence, isMediaType, isRange, isSequence, mediaKind } from "./media.js";
import type { Candidate } from "./operations.js";
import { below, equal, mapBelow } from "./schema/node.js";
import { isObject, own } from "./value.js";

export interface Output {
  /** Of a result's data; undefined: nothing is known of it, or there is none. */
  readonly schema?: JsonSchema;
  /** Accept header; undefined: JSON. */
  readonly accept?: string;
}

const TEXT: JsonSchema = { type: "string" };
/** What the runtime makes of an answer that is neither JSON nor text. */
const FILE: JsonSchema = {
  type: "object",
  description: "A file; its handle may be given to other tools.",
  properties: {
    handle: { type: "string" },
    contentType: { type: "string" },
    filename: { type: "string" },
    size: { type: "integer" },
  },
  required: ["handle"],
};
const MAX_ACCEPTED = 8;
const EVENTS = "text/event-stream";

export function readOutput(candidate: Candidate, context: BodyContext): Output {
  if (candidate.method === "HEAD") return {};
  const types: string[] = [];
  const schemas: JsonSchema[] = [];
  let unknown = false;
  for (const given of successes(candidate.node)) {
    const response = follow(context.document, given);
    if (!response) {
      const message = `${candidate.method} ${candidate.path}: a response is no object, or its $ref leads nowhere`;
      context.diagnostics.report("RESPONSE_INVALID", { message, at: context.document.place(given.at) });
      unknown = true;
      continue;
    }
    const content = mapBelow(response, "content").filter(([type]) => isMediaType(type));
    types.push(...content.map(([type]) => type));
    // JSON is asked for, so it is what comes where there is a choice.
    const [type, node] =
      content.find(([one]) => mediaKind(one) === "json" || essence(one) === "*/*") ?? content[0] ?? [];
    if (type === undefined || !node) continue;
    const schema = schemaOf(type, node, context);
    if (schema === undefined) unknown = true;
    else if (!schemas.some((other) => equal(other, schema))) schemas.push(schema);
  }
  const accept = acceptHeader(types);
  const [only] = schemas;
  const schema = unknown || !only ? undefined : schemas.length === 1 ? only : { anyOf: schemas };
  return { ...(schema !== undefined && { schema }), ...(accept !== undefined && { accept }) };
}

/** 2XX in the order of their codes, the range last; `default` where it is all that is said. */
function successes(operation: Node<JsonObject>): readonly Node[] {
  const responses = own(operation.value, "responses");
  if (!isObject(responses)) return [];
  const all = Object.keys(responses);
  const good = all.filter((status) => /^2(?:\d\d|XX)$/i.test(status));
  good.sort((a, b) => (a.toUpperCase() < b.toUpperCase() ? -1 : 1));
  const redirects = all.some((status) => /^3/.test(status));
  const chosen = good.length > 0 || redirects ? good : all.filter((status) => status === "default");
  const parent = below(operation, "responses", responses);
  return chosen.map((status) => below(parent, status, responses[status] ?? null));
}

function schemaOf(mediaType: string, node: Node, context: BodyContext): JsonSchema | undefined {
  const { document, schemas } = context;
  const media = follow(document, node);
  const item = media && own(media.value, "itemSchema");
  // OpenAPI 3.2, Media Type Object: of each item of a sequence. The runtime makes a list of these.
  if (media && item !== undefined && isSequence(mediaType)) {
    return { type: "array", items: itemOf(mediaType, below(media, "itemSchema", item), context) };
  }
  const given = own(media?.value, "schema");
  const kind = mediaKind(mediaType);
  const json = kind === "json" || (isRange(mediaType) && given !== undefined);
  if (json && media && given !== undefined) {
    const schema = schemas.read(below(media, "schema", given), "output");
    return schema === true || (typeof schema === "object" && Object.keys(schema).length === 0) ? undefined : schema;
  }
  if (json || isRange(mediaType)) return undefined;
  return kind === "text" || kind === "form" ? TEXT : FILE;
}

/**
 * An event's `data` is text to OpenAPI, JSON in it a matter of `contentSchema`; the runtime reads it where it is JSON.
 */
function itemOf(mediaType: string, item: Node, { document, schemas }: BodyContext): JsonSchema {
  if (essence(mediaType) !== EVENTS) return schemas.read(item, "output");
  const event = follow(document, item);
  const data = event && mapBelow(event, "properties").find(([name]) => name === "data")?.[1];
  const said = data && follow(document, data);
  const content = said && own(said.value, "contentSchema");
  return {
    type: "object",
    properties: {
      event: TEXT,
      id: TEXT,
      data: said && content !== undefined ? schemas.read(below(said, "contentSchema", content), "output") : true,
    },
    required: ["data"],
  };
}

function acceptHeader(declared: readonly string[]): string | undefined {
  const types = [...new Set(declared.map((type) => type.trim()))];
  const json = types.filter((type) => mediaKind(type) === "json");
  const others = types.filter((type) => mediaKind(type) !== "json" && essence(type) !== "*/*");
  if (json.length === 0 && others.length === 0) return undefined;
  if (json.length === 0) return others.slice(0, MAX_ACCEPTED).join(", ");
  const accept = [...json, ...others.map((type) => `${type};q=0.5`)].slice(0, MAX_ACCEPTED).join(", ");
  return accept === "application/json" ? undefined : accept;
}
