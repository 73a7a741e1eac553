/** Where a request goes: decided by the registration and the toolkit, never by an argument. */
import type { HttpPlan, Server } from "../../../tool/types.js";
import { ToolError } from "../../call/errors.js";
import type { Registration } from "../../registry/registration.js";

/** An upstream's address. */
export interface Destination {
  /** Scheme, host and port. */
  readonly origin: string;
  /** Without a slash at the end. */
  readonly prefix: string;
  /** Path and query as they are: of a server that is one endpoint. */
  readonly target: string;
}

const known = new WeakMap<Registration, Map<string, Destination>>();

/** OpenAPI Server Object: `baseUrl` of the registration, else the server that the plan names, variables filled in. */
export function destinationOf(registration: Registration, { server }: Pick<HttpPlan, "server">): Destination {
  const key = registration.baseUrl === undefined ? (server ?? "default") : "";
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
  return { origin: url.origin, prefix: url.pathname.replace(/\/+$/, ""), target: url.pathname + url.search };
}
