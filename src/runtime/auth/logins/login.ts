/** A login as it is kept: tokens, and who gave them to whom. */
import { Secret } from "../secret.js";

export interface Login {
  readonly access: Secret;
  readonly refresh?: Secret;
  /** Milliseconds since 1970. */
  readonly obtainedAt: number;
  /** When the access token ends; absent: the service did not say. */
  readonly expiresAt?: number;
  /** Asked for or granted. */
  readonly scopes: readonly string[];
  readonly clientId: string;
  readonly server: LoginServer;
}

/** Endpoints as they were when the login was made: its tokens are never sent to others. */
export interface LoginServer {
  readonly issuer: string;
  readonly token: string;
  /** Where tokens are renewed, if not there. */
  readonly refresh?: string;
  /** RFC 7009. */
  readonly revocation?: string;
  /** Client authentication that it knows (RFC 8414); absent: not said. */
  readonly methods?: readonly string[];
}

/** With its secrets in clear: for a store alone. */
export function loginText({ access, refresh, ...rest }: Login): string {
  return JSON.stringify({ version: 1, access: access.reveal(), refresh: refresh?.reveal(), ...rest });
}

/** `undefined` where the text is none of ours. */
export function readLogin(text: string): Login | undefined {
  const value = parsed(text);
  if (!isObject(value) || value["version"] !== 1) return undefined;
  const { access, refresh, obtainedAt, expiresAt, scopes, clientId, server } = value;
  if (typeof access !== "string" || typeof obtainedAt !== "number" || typeof clientId !== "string") return undefined;
  if (!isObject(server) || typeof server["issuer"] !== "string" || typeof server["token"] !== "string")
    return undefined;
  const { issuer, token, refresh: renewal, revocation, methods } = server;
  return {
    access: new Secret(access),
    ...(typeof refresh === "string" && { refresh: new Secret(refresh) }),
    obtainedAt,
    ...(typeof expiresAt === "number" && { expiresAt }),
    scopes: texts(scopes),
    clientId,
    server: {
      issuer,
      token,
      ...(typeof renewal === "string" && { refresh: renewal }),
      ...(typeof revocation === "string" && { revocation }),
      ...(Array.isArray(methods) && { methods: texts(methods) }),
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    // A file that someone else wrote: as good as none.
    return undefined;
  }
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
