/** Server Objects: which are usable, those of the document and those of operations. */
import type { Diagnostics } from "../../diagnostics.js";
import type { Server, ServerVariable } from "../../tool/types.js";
import { filledUrl } from "../server.js";
import type { JsonObject, JsonValue, Node, OpenApiDocument } from "./document.js";
import { OperationFault } from "./follow.js";
import { isObject, listBelow } from "./schema/node.js";
import { own, ownList, ownObject } from "./value.js";

export interface ServerReader {
  /** The document's own, in its order; at least one. */
  readonly top: readonly Server[];
  /**
   * What an operation or its path has instead; undefined: the document's.
   * @throws {OperationFault} none of them can be used: the document's would be another service.
   */
  own(operation: Node<JsonObject>, item: readonly Node<JsonObject>[]): Server | undefined;
}

export function createServerReader(document: OpenApiDocument, diagnostics: Diagnostics): ServerReader {
  const known = new Map<string, Server | undefined>();

  const read = (node: Node): Server | undefined => {
    const key = `${node.at.file}#${node.at.pointer}`;
    if (known.has(key)) return known.get(key);
    const found = isObject(node.value) ? readServer(node.value, document.url) : { fault: "the server is no object" };
    const server = "fault" in found ? undefined : found;
    if ("fault" in found) {
      diagnostics.report("SERVER_INVALID", { message: `${found.fault}: it is left out`, at: document.place(node.at) });
    }
    known.set(key, server);
    return server;
  };
  const declared = listBelow(document.root, "servers").flatMap((one) => read(one) ?? []);
  // OpenAPI Object: without servers, there is one with the URL "/".
  const top = declared.length > 0 ? declared : [resolved("/", document.url)];
  return {
    top,
    own(operation, item) {
      for (const node of [operation, ...item]) {
        const given = listBelow(node, "servers");
        const [first] = given;
        if (!first) continue;
        const [usable] = given.flatMap((one) => read(one) ?? []);
        if (usable) return usable;
        throw new OperationFault("none of its servers can be used", first.at);
      }
      return undefined;
    },
  };
}

function resolved(url: string, base: string | undefined): Server {
  return { url: base === undefined ? url : new URL(url, base).href };
}

type Fault = { readonly fault: string };

function readServer(value: JsonObject, base: string | undefined): Server | Fault {
  const given = own(value, "url");
  if (typeof given !== "string") return { fault: "the server has no url" };
  // Relative to the document, as any other; what it holds stands at the root of its host.
  const url = given.trim() === "" ? "/" : given.trim();
  const variables = readVariables(url, ownObject(value, "variables"));
  if (typeof variables === "string") return { fault: variables };
  const server: Server = { url, ...(Object.keys(variables).length > 0 && { variables }) };
  const filled = filledUrl(server);
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(filled)) return check(server);
  if (filled.startsWith("//")) return check({ ...server, url: `https:${url}` });
  // A template cannot be resolved: its defaults are.
  return base === undefined ? server : check(resolved(filled, base));
}

function check(server: Server): Server | Fault {
  const filled = filledUrl(server);
  // Without a value for its variables, as documents ask for by `{your-host}` or nothing, there is no telling yet.
  if (!URL.canParse(filled)) {
    return server.variables ? server : { fault: `the server's url ${JSON.stringify(shown(filled))} is no URL` };
  }
  const { protocol, username, password, search, hash } = new URL(filled);
  if (protocol !== "https:" && protocol !== "http:")
    return { fault: `the server's url is ${protocol}, not http or https` };
  if (username !== "" || password !== "") return { fault: "the server's url holds a user name or password" };
  if (search !== "" || hash !== "") return { fault: "the server's url has a query or a fragment" };
  return server;
}

function shown(url: string): string {
  return url.length > 200 ? `${url.slice(0, 200)}…` : url;
}

/** A text says what is wrong. */
function readVariables(url: string, given: JsonObject | undefined): Readonly<Record<string, ServerVariable>> | string {
  const variables: Record<string, ServerVariable> = Object.create(null);
  for (const name of new Set([...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? ""))) {
    const variable = ownObject(given, name);
    const choices = ownList(variable, "enum").flatMap((choice) => plainText(choice) ?? []);
    const value = plainText(own(variable, "default")) ?? choices[0];
    if (value === undefined) return `the server's variable ${JSON.stringify(name)} has no default`;
    variables[name] = { default: value, ...(choices.length > 0 && { enum: choices }) };
  }
  return variables;
}

function plainText(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}
