/** Servers of the toolkit, the origins that credentials may go to, and the schemes that need any. */
import type { Diagnostics } from "../diagnostics.js";
import type { ToolSpec } from "../ir/types.js";
import { shortHash } from "../read/names/hash.js";
import { schemeUrls } from "../read/openapi/auth.js";
import type { Candidate, Detail, Draft } from "../read/openapi/index.js";
import { filledUrl, isConfidential, originOf } from "../read/server.js";
import type { AuthScheme, Server } from "../tool/types.js";
import { variableName } from "../tool/variable.js";
import type { Chosen } from "./choose.js";
import { snakeName } from "./unique.js";

export interface Upstreams extends Pick<ToolSpec, "servers" | "origins" | "auth"> {
  /** Undefined: the default one. */
  keyOf(server: Server): string | undefined;
}

export interface UpstreamOptions {
  readonly toolkit: string;
  readonly baseUrl?: string;
  readonly allowOrigins?: readonly string[];
}

export function placeServers(
  draft: Draft,
  chosen: readonly Chosen<Candidate, Detail>[],
  { toolkit, baseUrl, allowOrigins = [] }: UpstreamOptions,
  diagnostics: Diagnostics,
): Upstreams {
  const top: readonly Server[] = baseUrl === undefined ? draft.servers : [{ url: baseUrl }];
  const own = baseUrl === undefined ? chosen.flatMap(({ detail }) => detail.server ?? []) : [];
  const keys = serverKeys(top, own);
  const servers: Record<string, Server> = {};
  for (const [text, key] of keys) servers[key] = JSON.parse(text);
  const origins = [
    ...new Set([...top, ...allowOrigins.map((url) => ({ url }))].flatMap((server) => originOf(server) ?? [])),
  ].sort();
  const auth = usedSchemes(draft, chosen);
  if (chosen.length > 0) reportServers(top, own, Object.keys(auth).length > 0, diagnostics);
  reportOrigins(own, auth, origins, diagnostics);
  reportVariables(toolkit, Object.keys(auth), diagnostics);
  return {
    servers,
    origins,
    auth,
    keyOf(server) {
      const key = keys.get(JSON.stringify(server));
      return key === "default" ? undefined : key;
    },
  };
}

/** By the server as text: `default`, else a name from host and path, with a hash where two would share it. */
function serverKeys(top: readonly Server[], own: readonly Server[]): ReadonlyMap<string, string> {
  const all = [...new Set([...top, ...own].map((server) => JSON.stringify(server)))];
  const wishes = all.map((text, i) => (i === 0 ? "default" : slug(JSON.parse(text))));
  return new Map(
    all.map((text, i) => {
      const wish = wishes[i] ?? "default";
      const shared = i > 0 && (wish === "default" || wishes.filter((other) => other === wish).length > 1);
      return [text, shared ? `${wish}_${shortHash(text)}` : wish];
    }),
  );
}

function slug(server: Server): string {
  const filled = filledUrl(server)
    .replace(/^[a-z]+:\/\//i, "")
    .toLowerCase();
  return snakeName(filled, "server");
}

function usedSchemes(draft: Draft, chosen: readonly Chosen<Candidate, Detail>[]): Readonly<Record<string, AuthScheme>> {
  const names = new Set(chosen.flatMap(({ detail }) => detail.auth.flatMap((requirement) => Object.keys(requirement))));
  const auth: Record<string, AuthScheme> = Object.create(null);
  for (const name of [...names].sort()) {
    const scheme = draft.scheme(name);
    if (scheme) auth[name] = scheme;
  }
  return auth;
}

function reportServers(
  top: readonly Server[],
  own: readonly Server[],
  hasAuth: boolean,
  diagnostics: Diagnostics,
): void {
  const used = new Map([...top.slice(0, 1), ...own].map((server) => [server.url, server]));
  for (const server of used.values()) {
    if (originOf(server) !== undefined) continue;
    const what = /^https?:/i.test(server.url) ? "needs values for its variables" : "is relative";
    diagnostics.report("SERVER_RELATIVE", {
      message: `the server ${JSON.stringify(server.url)} ${what}: calls need --base-url`,
    });
  }
  for (const origin of new Set(top.flatMap((server) => originOf(server) ?? []))) {
    if (!hasAuth || isConfidential(origin)) continue;
    diagnostics.report("SERVER_INSECURE", { message: `${origin} is not https: no credential is sent there` });
  }
}

function reportOrigins(
  own: readonly Server[],
  auth: Readonly<Record<string, AuthScheme>>,
  origins: readonly string[],
  diagnostics: Diagnostics,
): void {
  const report = (origin: string, what: string): void => {
    if (origins.includes(origin)) return;
    const message = `${what} at ${origin}: no credential is sent there`;
    diagnostics.report("ORIGIN_NOT_ALLOWED", { message, fix: `If it is to be trusted: --allow-origin ${origin}` });
  };
  if (Object.keys(auth).length > 0) {
    for (const origin of new Set(own.flatMap((server) => originOf(server) ?? [])))
      report(origin, "some operations have a server");
  }
  for (const [name, scheme] of Object.entries(auth)) {
    const places = schemeUrls(scheme)
      .filter((url) => URL.canParse(url))
      .map((url) => new URL(url).origin);
    for (const origin of new Set(places))
      report(origin, `security scheme ${JSON.stringify(name)} has its authorization server`);
  }
}

function reportVariables(toolkit: string, schemes: readonly string[], diagnostics: Diagnostics): void {
  const users = new Map<string, string>();
  for (const scheme of schemes) {
    const variable = variableName(toolkit, scheme);
    const other = users.get(variable);
    users.set(variable, scheme);
    if (other === undefined) continue;
    const message = `security schemes ${JSON.stringify(other)} and ${JSON.stringify(scheme)} both read ${variable}`;
    diagnostics.report("CREDENTIAL_SHARED", { message });
  }
}
