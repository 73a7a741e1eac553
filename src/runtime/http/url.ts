/** Where a request goes: decided by the registration and the toolkit, never by an argument. */
import type { HttpPlan, Server } from "../../tool/types.js";
import type { Registration } from "../call.js";
import { ToolError } from "../errors.js";
import { wrongArgument } from "./encode.js";
import { completeParameter, pathText } from "./serialize.js";

/** An upstream's address. */
export interface Destination {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Without a slash at the end. */
  readonly prefix: string;
}

const known = new WeakMap<Registration, Map<string, Destination>>();

/** OpenAPI Server Object: `baseUrl` of the registration, else the server that the plan names, variables filled in. */
export function destinationOf(registration: Registration, plan: HttpPlan): Destination {
  const key = registration.baseUrl === undefined ? (plan.server ?? "default") : "";
  const cache = known.get(registration) ?? new Map<string, Destination>();
  known.set(registration, cache);
  const destination = cache.get(key) ?? parseBase(baseUrl(registration, key));
  cache.set(key, destination);
  return destination;
}

function baseUrl(registration: Registration, key: string): string {
  if (registration.baseUrl !== undefined) return registration.baseUrl;
  const servers = registration.toolkit.servers ?? {};
  const server = Object.hasOwn(servers, key) ? servers[key] : undefined;
  return server === undefined ? "" : fillVariables(server, registration.variables ?? {});
}

function fillVariables(server: Server, values: Readonly<Record<string, string>>): string {
  return server.url.replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const variable = Object.hasOwn(server.variables ?? {}, name) ? server.variables?.[name] : undefined;
    if (variable === undefined) return whole;
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return variable.default;
    if (variable.enum && !variable.enum.includes(value)) {
      throw new ToolError("unsupported", `The server variable ${name} cannot be ${JSON.stringify(value)}.`, {
        hint: `It is one of ${variable.enum.join(", ")}; it is set where the toolkit is registered.`,
      });
    }
    return value;
  });
}

function parseBase(text: string): Destination {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:") || url.username !== "" || url.password !== "") {
    throw new ToolError("unsupported", "The toolkit does not say which server to call.", {
      hint: "Whoever runs the host names it with --base-url, or baseUrl where the toolkit is registered.",
    });
  }
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, "") };
}

/** Path and query of the template with its parameters filled in, in one pass; what follows a `#` is never sent. */
export function fillPath(plan: HttpPlan, args: Readonly<Record<string, unknown>>): string {
  const template = plan.path.split("#", 1)[0] ?? "";
  const filled = template.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const parameter = completeParameter(plan.pathParameters?.find((p) => (p.name ?? p.arg) === name) ?? name, "path");
    const value = Object.hasOwn(args, parameter.arg) ? args[parameter.arg] : undefined;
    if (value === undefined || value === null) throw wrongArgument(parameter.arg, "is needed in the path");
    const text = pathText(parameter, value);
    if (text === "") throw wrongArgument(parameter.arg, "may not be empty, since it is a part of the path");
    return text;
  });
  const query = filled.indexOf("?");
  const path = query < 0 ? filled : filled.slice(0, query);
  if (path.split("/").some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment))) {
    const named = /\{([^{}]+)\}/.exec(template)?.[1] ?? "path";
    throw wrongArgument(named, 'makes "." or ".." of a path segment, which would reach another resource');
  }
  const encoded = encodeTemplate(path);
  return `${encoded.startsWith("/") ? "" : "/"}${encoded}${query < 0 ? "" : `?${encodeTemplate(filled.slice(query + 1))}`}`;
}

/** The document may write characters that no request line can hold. */
const encodeTemplate = (text: string): string =>
  text.replace(/[^\u0021\u0024-\u003b\u003d\u003f-\u005a\u005f\u0061-\u007a\u007e%]/gu, (c) => encodeURIComponent(c));
