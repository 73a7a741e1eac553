/** An authorization server by others, a service that believes its tokens alone, and a browser without a screen. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { vi } from "vitest";

export interface Identity extends AsyncDisposable {
  readonly origin: string;
  /** Origin of the service. */
  readonly api: string;
  /** Token requests: grant type and outcome. */
  readonly grants: { readonly type: string; readonly ok: boolean }[];
  /** Tokens that the service was shown and believed. */
  readonly shown: string[];
}

export const PUBLIC = "cli";
export const CONFIDENTIAL = { id: "backend", secret: "s3cret-of-the-backend+/=" };

/** `life`: of an access token, in seconds. */
export async function openIdentity({ life = 3600 } = {}): Promise<Identity> {
  const gate = createServer();
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  const origin = originOf(gate);
  const quiet = (["warn", "info"] as const).map((name) => vi.spyOn(console, name).mockImplementation(() => undefined));
  const grantTypes = ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"];
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: PUBLIC,
        application_type: "native",
        token_endpoint_auth_method: "none",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: grantTypes,
      },
      {
        client_id: CONFIDENTIAL.id,
        client_secret: CONFIDENTIAL.secret,
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/callback"],
        grant_types: grantTypes,
      },
    ],
    scopes: ["openid", "offline_access", "pets:read", "pets:write"],
    pkce: { required: () => true },
    features: { deviceFlow: { enabled: true }, revocation: { enabled: true } },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: life,
      RefreshToken: 86_400,
      Session: 600,
      Grant: 86_400,
      Interaction: 600,
      DeviceCode: 600,
      IdToken: 600,
    },
    cookies: { keys: ["of these tests"] },
  });
  const grants: { type: string; ok: boolean }[] = [];
  provider.on("grant.success", (ctx) => void grants.push({ type: grantOf(ctx), ok: true }));
  provider.on("grant.error", (ctx) => void grants.push({ type: grantOf(ctx), ok: false }));
  gate.on("request", provider.callback());
  const shown: string[] = [];
  const service = createServer(async (request, response) => {
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const found = await provider.AccessToken.find(token);
    const allowed = found?.isValid === true && (found.scope ?? "").split(" ").includes("pets:read");
    if (allowed) shown.push(token);
    response.writeHead(allowed ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify(allowed ? [{ name: "Rex" }] : { message: `Who is ${token}?` }));
  });
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  return {
    origin,
    api: originOf(service),
    grants,
    shown,
    async [Symbol.asyncDispose]() {
      for (const spy of quiet) spy.mockRestore();
      for (const server of [gate, service]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function grantOf(ctx: unknown): string {
  const { oidc } = ctx as { oidc: { params?: { grant_type?: string } } };
  return oidc.params?.grant_type ?? "";
}

/** A document whose scheme `oauth` is of this server. */
export function petsDocument({ origin, api }: Identity, scheme: object = oauthScheme(origin)): string {
  const operation = (operationId: string, scope: string): object => ({
    operationId,
    summary: `${operationId} of the pets`,
    security: [{ oauth: [scope] }],
    responses: {
      200: {
        description: "ok",
        content: { "application/json": { schema: { type: "array", items: { type: "object" } } } },
      },
    },
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    servers: [{ url: api }],
    paths: { "/pets": { get: operation("listPets", "pets:read") } },
    components: { securitySchemes: { oauth: scheme } },
  });
}

function oauthScheme(origin: string): object {
  const scopes = { "pets:read": "", "pets:write": "" };
  return {
    type: "oauth2",
    flows: {
      authorizationCode: { authorizationUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, scopes },
    },
  };
}

/** Follows redirects, keeps cookies, signs in as anybody and agrees to everything. The text of the last page. */
export async function browse(start: string, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const cookies = new Map<string, string>();
  const values: Readonly<Record<string, string>> = { login: "ann", password: "of no matter", ...fields };
  let url = new URL(start);
  let body: URLSearchParams | undefined;
  for (let steps = 0; steps < 30; steps++) {
    const response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(body && { method: "POST", body }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get("location");
    const form = /<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/.exec(text);
    if (location !== null) {
      url = new URL(location, url);
      body = undefined;
    } else if (form && response.ok) {
      url = new URL(form[1] || url, url);
      body = new URLSearchParams();
      for (const [input] of (form[2] ?? "").matchAll(/<input[^>]*>/g)) {
        const name = /name="([^"]*)"/.exec(input)?.[1];
        if (name !== undefined) body.set(name, values[name] ?? /value="([^"]*)"/.exec(input)?.[1] ?? "");
      }
    } else return text;
  }
  throw new Error("The browser goes round in circles.");
}
