/** Swagger 2.0 Path Item and Operation Objects. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { fragmentOf, token } from "../pointer.js";
import { isList, own, ownList, ownText } from "../value.js";
import { convertBody } from "./body.js";
import { below, type Conversion, type Entries, follow, kept, members } from "./context.js";
import { convertParameter, isBody } from "./parameter.js";
import { convertResponse } from "./response.js";

/** What the root says for all operations. */
export interface Defaults {
  readonly consumes: readonly string[];
  readonly produces: readonly string[];
  /** The servers, or those of an operation that names its own schemes. */
  servers(schemes: readonly JsonValue[] | undefined): readonly { readonly url: string }[];
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch"];

export function convertPathItem(given: Node, to: string, defaults: Defaults, context: Conversion): JsonValue {
  const item = follow(given, context);
  // A broken reference stays, for the reader to report.
  if (!item) return given.value;
  context.trail.add(to, item.at);
  const shared = parametersOf(item, context);
  const entries: Entries = kept(item.value, ["summary", "description"]);
  const plain = shared
    .filter((p) => !isBodyParameter(p))
    .map((p, i) => parameterAt(p, `${to}/parameters/${i}`, context));
  if (plain.length > 0) entries.push(["parameters", plain]);
  for (const method of METHODS) {
    const value = own(item.value, method);
    if (value === undefined) continue;
    const operation = follow(below(item, method, value), context);
    const pointer = `${to}/${method}`;
    const converted =
      operation && convertOperation(operation, shared.filter(isBodyParameter), pointer, defaults, context);
    entries.push([method, converted ?? value]);
  }
  return Object.fromEntries(entries);
}

function convertOperation(
  operation: Node<JsonObject>,
  sharedBody: readonly Parameter[],
  to: string,
  defaults: Defaults,
  context: Conversion,
): JsonObject {
  const { value, at } = operation;
  context.trail.add(to, at);
  const consumes = textList(value, "consumes") ?? defaults.consumes;
  const produces = textList(value, "produces");
  const entries: Entries = kept(value, [
    "tags",
    "summary",
    "description",
    "externalDocs",
    "operationId",
    "deprecated",
    "security",
  ]);
  const mine = parametersOf(operation, context);
  const plain = mine.filter((p) => !isBodyParameter(p)).map((p, i) => parameterAt(p, `${to}/parameters/${i}`, context));
  if (plain.length > 0) entries.push(["parameters", plain]);
  const bodies = overridden(sharedBody, mine.filter(isBodyParameter)).flatMap((p) => (p.target ? [p.target] : []));
  const body = convertBody(bodies, consumes, `${to}/requestBody`, context);
  if (body) entries.push(["requestBody", body]);
  const schemes = own(value, "schemes");
  if (isList(schemes) && schemes.length > 0) {
    const servers = defaults.servers(schemes);
    if (servers[0]?.url !== defaults.servers(undefined)[0]?.url) entries.push(["servers", servers]);
  }
  const responses = members(operation, "responses", context).map(
    ([status, node]) =>
      [status, responseAt(node, produces, `${to}/responses/${token(status)}`, defaults, context)] as const,
  );
  entries.push(["responses", Object.fromEntries(responses)]);
  return Object.fromEntries(entries);
}

/** A parameter as it stands in the list, and what it is; undefined: its reference leads nowhere. */
interface Parameter {
  readonly node: Node;
  readonly target: Node<JsonObject> | undefined;
}

function parametersOf(node: Node<JsonObject>, context: Conversion): readonly Parameter[] {
  const list = own(node.value, "parameters");
  if (!isList(list)) return [];
  const parent = below(node, "parameters", list);
  return list.map((value, i) => {
    const item = below(parent, i, value);
    return { node: item, target: follow(item, context) };
  });
}

function isBodyParameter({ target }: Parameter): boolean {
  return target !== undefined && isBody(target.value);
}

/** Those of the path item count, but for what the operation has itself. */
function overridden(shared: readonly Parameter[], mine: readonly Parameter[]): readonly Parameter[] {
  const place = (p: Parameter) => ownText(p.target?.value, "in");
  const name = (p: Parameter) => ownText(p.target?.value, "name");
  if (mine.some((p) => place(p) === "body")) return mine;
  const left = shared.filter((p) => (place(p) === "body" ? mine.length === 0 : !mine.some((m) => name(m) === name(p))));
  return [...left, ...mine];
}

function parameterAt({ node, target }: Parameter, to: string, context: Conversion): JsonValue {
  if (!target) return node.value;
  const shared = sharedName(target, "/parameters/", context);
  if (target.at !== node.at && shared !== undefined) return { $ref: fragmentOf(`/components/parameters/${shared}`) };
  return convertParameter(target, to, context);
}

function responseAt(
  node: Node,
  produces: readonly string[] | undefined,
  to: string,
  defaults: Defaults,
  context: Conversion,
): JsonValue {
  const target = follow(node, context);
  if (!target) return node.value;
  const shared = sharedName(target, "/responses/", context);
  // A shared response was converted for what the root produces.
  const same = produces === undefined || produces.join("\n") === defaults.produces.join("\n");
  if (target.at !== node.at && shared !== undefined && same)
    return { $ref: fragmentOf(`/components/responses/${shared}`) };
  return convertResponse(target, produces ?? defaults.produces, to, context);
}

/** The escaped name of what stands in the root's map of shared parameters or responses. */
function sharedName({ at }: Node, map: string, context: Conversion): string | undefined {
  const name = at.file === context.root && at.pointer.startsWith(map) ? at.pointer.slice(map.length) : "";
  return name === "" || name.includes("/") ? undefined : name;
}

export function textList(value: JsonObject, key: string): readonly string[] | undefined {
  if (!isList(own(value, key))) return undefined;
  return ownList(value, key).filter((item) => typeof item === "string");
}
