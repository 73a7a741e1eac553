/** Parameter Objects of one operation: collected from path item and operation, checked, and rid of what no caller may set. */
import type { ParameterStyle } from "../../tool/types.js";
import type { JsonObject, Node } from "./document.js";
import { fitPath } from "./fit-path.js";
import { follow, OperationFault } from "./follow.js";
import { isMediaType, mediaKind } from "./media.js";
import type { Candidate } from "./operations.js";
import { type KeyHeader, type Parameter, type ParameterContext, type ParameterPlace, report } from "./parameter.js";
import { below, listBelow, mapBelow, own } from "./schema/node.js";
import { isCredential, isSettable } from "./unsettable.js";
import { ownText } from "./value.js";

export interface Parameters {
  /** Path, query, query string, header, cookie; within each as declared. */
  readonly list: readonly Parameter[];
  /** The path template, as the parameters fill it. */
  readonly path: string;
  readonly idempotencyHeader?: string;
}

const PLACES: readonly ParameterPlace[] = ["path", "query", "querystring", "header", "cookie"];
const STYLES: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  querystring: [],
  header: ["simple"],
  cookie: ["form", "cookie"],
};
const USUAL_KEY = /^(?:x-)?idempotency-key$/i;

export function readParameters(candidate: Candidate, context: ParameterContext): Parameters {
  const { document } = context;
  const declared = new Map<string, Parameter>();
  // Nearest last, so that what an operation declares replaces what its path declares.
  for (const owner of [...candidate.item].reverse().concat(candidate.node)) {
    const here = new Set<string>();
    for (const node of listBelow(owner, "parameters")) {
      const found = follow(document, node);
      if (!found) throw new OperationFault("a parameter is no object, or its $ref leads nowhere", node.at);
      const parameter = context.known.get(found.value) ?? readParameter(found, context) ?? "unusable";
      context.known.set(found.value, parameter);
      if (parameter === "unusable") continue;
      const key = `${parameter.in} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
      if (here.has(key))
        report(context, "PARAMETER_DUPLICATE", `${key} is declared twice: the last one counts`, found.at);
      here.add(key);
      declared.set(key, parameter);
    }
  }
  const { path, parameters } = fitPath(candidate, [...declared.values()], context);
  const idempotencyHeader = keyHeaderOf(parameters, context.keyHeader);
  const kept = parameters.filter((p) => !isHeader(p, idempotencyHeader) && !isCredential(p, context));
  return {
    path,
    list: PLACES.flatMap((place) => kept.filter((parameter) => parameter.in === place)),
    ...(idempotencyHeader !== undefined && { idempotencyHeader }),
  };
}

/** As it is asked for, else as it is declared: a header of the usual name, or of the one that the toolkit has. */
function keyHeaderOf(parameters: readonly Parameter[], { own: asked, otherwise }: KeyHeader = {}): string | undefined {
  if (asked === false) return undefined;
  const usual = parameters.find(({ in: place, name }) => place === "header" && USUAL_KEY.test(name))?.name;
  const name = asked ?? usual ?? otherwise;
  return parameters.find((parameter) => isHeader(parameter, name))?.name ?? name;
}

/** RFC 9110 §5.1: names of headers know no case. */
function isHeader({ in: place, name }: Parameter, header: string | undefined): boolean {
  return place === "header" && name.toLowerCase() === header?.toLowerCase();
}

function readParameter(node: Node<JsonObject>, context: ParameterContext): Parameter | undefined {
  const { value, at } = node;
  const name = own(value, "name");
  const place = PLACES.find((one) => one === own(value, "in"));
  if (typeof name !== "string" || name === "") {
    report(context, "PARAMETER_INVALID", "a parameter without a name is left out", at);
    return undefined;
  }
  if (!place) {
    const found = JSON.stringify(own(value, "in") ?? null);
    report(context, "PARAMETER_INVALID", `parameter ${JSON.stringify(name)} has "in": ${found}: it is left out`, at);
    return undefined;
  }
  if ((place === "header" || place === "cookie") && !isSettable(name, place, node, context)) return undefined;
  const content = readContent(node, name, context);
  const schema = content
    ? content.schema
    : "schema" in value
      ? below(node, "schema", value["schema"] ?? null)
      : undefined;
  const description = ownText(value, "description");
  return {
    name,
    in: place,
    required: place === "path" || own(value, "required") === true,
    ...(description !== undefined && { description }),
    deprecated: own(value, "deprecated") === true,
    ...(schema && { schema }),
    examples: content ? content.node : node,
    ...(content ? { content: content.mediaType } : readStyle(node, name, place, context)),
    at,
  };
}

interface Content {
  readonly mediaType: string;
  readonly schema?: Node;
  readonly node: Node<JsonObject>;
}

/** One entry only, says the standard; of several, the one that can be written best. */
function readContent(node: Node<JsonObject>, name: string, context: ParameterContext): Content | undefined {
  const entries = mapBelow(node, "content").filter(([mediaType]) => isMediaType(mediaType));
  const [mediaType, given] = entries.find(([type]) => mediaKind(type) === "json") ?? entries[0] ?? [];
  if (mediaType === undefined || !given) {
    if (own(node.value, "in") === "querystring") {
      report(
        context,
        "PARAMETER_INVALID",
        `querystring ${JSON.stringify(name)} has no content: it is taken as text`,
        node.at,
      );
    }
    return undefined;
  }
  const media = follow(context.document, given);
  const schema = media && "schema" in media.value ? below(media, "schema", media.value["schema"] ?? null) : undefined;
  return { mediaType, ...(schema && { schema }), node: media ?? node };
}

function readStyle(
  node: Node<JsonObject>,
  name: string,
  place: ParameterPlace,
  context: ParameterContext,
): Pick<Parameter, "style" | "explode" | "allowReserved"> {
  if (place === "querystring") return {};
  const { value } = node;
  const given = own(value, "style");
  const fallback: ParameterStyle = place === "path" || place === "header" ? "simple" : "form";
  const style = STYLES[place].find((one) => one === given) ?? fallback;
  if (given !== undefined && style !== given) {
    const message = `style ${JSON.stringify(given)} of ${place} parameter ${JSON.stringify(name)} is none: ${fallback} is taken`;
    report(context, "PARAMETER_INVALID", message, node.at);
  }
  const explode = own(value, "explode");
  const usual = style === "form" || style === "cookie";
  const reserved = own(value, "allowReserved") === true && (place === "query" || context.document.version === "3.2");
  return {
    ...(style !== fallback && { style }),
    // It says nothing for deepObject, which has one form only.
    ...(typeof explode === "boolean" && explode !== usual && style !== "deepObject" && { explode }),
    ...(reserved && { allowReserved: true }),
  };
}
