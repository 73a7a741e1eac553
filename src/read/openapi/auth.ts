/** Security Scheme and Security Requirement Objects → what the runtime solves and sends. */
import type { Diagnostics } from "../../diagnostics.js";
import type { AuthRequirement, AuthScheme, OAuth2Flow, OAuth2FlowName } from "../../tool/types.js";
import { cap, cleanLine } from "../text.js";
import type { JsonObject, Location, Node, OpenApiDocument } from "./document.js";
import { follow } from "./follow.js";
import { below, isList, isObject, listBelow, own } from "./schema/node.js";
import { ownObject, ownText } from "./value.js";

export interface AuthReader {
  /**
   * Any one suffices; none: nothing is needed. A requirement that cannot be met is left out; where no other is left it
   * stays, and names a scheme that is not there: the runtime refuses the call.
   */
  requirements(operation: Node<JsonObject>): readonly AuthRequirement[];
  scheme(name: string): AuthScheme | undefined;
}

const FLOWS: readonly OAuth2FlowName[] = [
  "implicit",
  "password",
  "clientCredentials",
  "authorizationCode",
  "deviceAuthorization",
];
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
const MAX_TEXT = 300;

export function createAuthReader(document: OpenApiDocument, diagnostics: Diagnostics): AuthReader {
  const schemes = new Map<string, AuthScheme | undefined>();
  const reported = new Set<string>();

  const report = (code: "SECURITY_UNKNOWN" | "SECURITY_SCHEME_INVALID", message: string, at: Location): void => {
    if (reported.has(message)) return;
    reported.add(message);
    diagnostics.report(code, { message, at: document.place(at) });
  };

  const declared = (name: string): Node | undefined => {
    const components = own(document.root.value, "components");
    if (!isObject(components)) return undefined;
    const map = own(components, "securitySchemes");
    if (!isObject(map)) return undefined;
    const value = own(map, name);
    return value === undefined
      ? undefined
      : below(below(below(document.root, "components", components), "securitySchemes", map), name, value);
  };

  const scheme = (name: string): AuthScheme | undefined => {
    if (schemes.has(name)) return schemes.get(name);
    // OpenAPI 3.2: a name that no component has may be a reference.
    const node = declared(name) ?? (/[#/]/.test(name) ? document.resolve(name, document.root.at) : undefined);
    const found = node && follow(document, node);
    const read = found && readScheme(found.value, document.url);
    schemes.set(name, read);
    if (node && !read)
      report("SECURITY_SCHEME_INVALID", `security scheme ${JSON.stringify(name)} is not understood`, node.at);
    return read;
  };

  return {
    scheme,
    requirements(operation) {
      const owner = isList(own(operation.value, "security")) ? operation : document.root;
      const all: AuthRequirement[] = [];
      const met: AuthRequirement[] = [];
      for (const node of listBelow(owner, "security")) {
        if (!isObject(node.value)) continue;
        const requirement: AuthRequirement = Object.fromEntries(
          Object.entries(node.value).map(([name, scopes]) => [
            name,
            (isList(scopes) ? scopes : []).filter((scope) => typeof scope === "string"),
          ]),
        );
        const unknown = Object.keys(requirement).filter((name) => !scheme(name));
        all.push(requirement);
        if (unknown.length === 0) met.push(requirement);
        for (const name of unknown) {
          if (!declared(name))
            report("SECURITY_UNKNOWN", `security scheme ${JSON.stringify(name)} is not declared`, node.at);
        }
      }
      return met.length > 0 ? met : all;
    },
  };
}

function readScheme(value: JsonObject, base: string | undefined): AuthScheme | undefined {
  const text = ownText(value, "description");
  const cleaned = text === undefined ? "" : cap(cleanLine(text), MAX_TEXT);
  const description = cleaned === "" ? {} : { description: cleaned };
  switch (ownText(value, "type")) {
    case "apiKey":
      return apiKey(value, description);
    case "http":
      return httpScheme(value, description);
    case "oauth2":
      return { type: "oauth2", flows: readFlows(value, base), ...description };
    case "openIdConnect": {
      const openIdConnectUrl = absolute(ownText(value, "openIdConnectUrl"), base);
      return openIdConnectUrl === undefined ? undefined : { type: "openIdConnect", openIdConnectUrl, ...description };
    }
    case "mutualTLS":
      return { type: "mutualTLS", ...description };
    default:
      return undefined;
  }
}

function apiKey(value: JsonObject, description: { description?: string }): AuthScheme | undefined {
  const place = own(value, "in");
  const name = ownText(value, "name");
  if (name === undefined || name === "" || (place !== "header" && place !== "query" && place !== "cookie"))
    return undefined;
  if (place !== "query" && !TOKEN.test(name)) return undefined;
  return { type: "apiKey", in: place, name, ...description };
}

function httpScheme(value: JsonObject, description: { description?: string }): AuthScheme | undefined {
  const scheme = ownText(value, "scheme")?.toLowerCase();
  if (scheme === undefined || !TOKEN.test(scheme)) return undefined;
  const format = ownText(value, "bearerFormat");
  const bearerFormat = format === undefined ? "" : cap(cleanLine(format), MAX_TEXT);
  return { type: "http", scheme, ...(bearerFormat !== "" && { bearerFormat }), ...description };
}

function readFlows(value: JsonObject, base: string | undefined): Partial<Record<OAuth2FlowName, OAuth2Flow>> {
  const given = ownObject(value, "flows");
  const flows: Partial<Record<OAuth2FlowName, OAuth2Flow>> = {};
  for (const name of FLOWS) {
    const flow = ownObject(given, name);
    if (!flow) continue;
    const scopes = Object.entries(ownObject(flow, "scopes") ?? {}).map(
      ([scope, about]) => [scope, typeof about === "string" ? cap(cleanLine(about), MAX_TEXT) : ""] as const,
    );
    const urls = ["authorizationUrl", "deviceAuthorizationUrl", "tokenUrl", "refreshUrl"].flatMap((key) => {
      const url = absolute(ownText(flow, key), base);
      return url === undefined ? [] : [[key, url] as const];
    });
    flows[name] = { ...Object.fromEntries(urls), scopes: Object.fromEntries(scopes) };
  }
  return flows;
}

/** OpenAPI 3.1: these may be relative to the document. Without an address of its own, they stay as they are. */
function absolute(url: string | undefined, base: string | undefined): string | undefined {
  if (url === undefined || url === "") return undefined;
  if (!URL.canParse(url, base)) return undefined;
  return new URL(url, base).href === url ? url : new URL(url, base).href;
}

/** Addresses that a scheme would send client credentials or tokens to. */
export function schemeUrls(scheme: AuthScheme): readonly string[] {
  switch (scheme.type) {
    case "oauth2":
      return Object.values(scheme.flows).flatMap((flow) =>
        [flow.tokenUrl ?? [], flow.refreshUrl ?? [], flow.deviceAuthorizationUrl ?? []].flat(),
      );
    case "openIdConnect":
      return [scheme.openIdConnectUrl];
    default:
      return [];
  }
}
