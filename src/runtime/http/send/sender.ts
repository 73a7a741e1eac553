/** The executor: bind → credentials → send → read. All that is below the credential line begins here. */
import { randomUUID } from "node:crypto";
import { createClientTokens } from "../../auth/client-token.js";
import type { CredentialProvider } from "../../auth/credentials.js";
import { createLoginTokens } from "../../auth/login-token.js";
import { solveAuth } from "../../auth/solve.js";
import type { Call, Outcome } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import { type Clock, systemClock } from "../../clock.js";
import { bindOperation } from "../../graphql/bind.js";
import { readResponse } from "../../graphql/response.js";
import { statusText } from "../answer/failure.js";
import { hear } from "../answer/hear.js";
import { replyOf } from "../answer/operation.js";
import { heard } from "../answer/pieces.js";
import { readAnswer } from "../answer/response.js";
import type { FileStore } from "../files.js";
import type { Answer } from "../message.js";
import { bindRequest, type WireRequest } from "../request/bind.js";
import type { Bound } from "../request/bound.js";
import { type Client, type ClientRequest, createUpstreamClient } from "./client.js";
import { fetchTransport } from "./host-fetch.js";
import { networkError } from "./network.js";
import { draftRequest, previewRequest } from "./preview.js";
import { MAX_REDIRECTS, type Redirect, redirectOf } from "./redirect.js";
import type { RequestPreview } from "./shown.js";
import { type Signed, signRequest } from "./sign.js";
import { addSignature } from "./signature.js";
import { type Timeouts, undiciTransport } from "./transport.js";

export interface SenderOptions {
  readonly credentials: CredentialProvider;
  readonly files: FileStore;
  /** Instead of a connection pool of the sender's own. */
  readonly fetch?: typeof globalThis.fetch;
  /** Decoded bytes of one answer; default 10 MiB. */
  readonly maxResponseBytes?: number;
  /** Of the connection; those of a `fetch` of the host's are its own matter. */
  readonly timeouts?: Timeouts;
  readonly clock?: Clock;
}

export interface Sender {
  /** Sends the call's request once, and reads the answer. Failures are `ToolError`s. */
  send(call: Call): Promise<Outcome>;
  /** The request that `send` would make. Nothing is sent, no credential is shown or needed. */
  preview(call: Call): Promise<RequestPreview>;
  /** The same without a look at any credential; `undefined` where the tool sends no request. */
  draft(call: Call): Promise<RequestPreview | undefined>;
  /** Closes all connections. */
  close(): Promise<void>;
}

const DEFAULT_RESPONSE_BYTES = 10 * 1024 * 1024;

export function createSender(options: SenderOptions): Sender {
  const transport = options.fetch ? fetchTransport(options.fetch) : undiciTransport(options.timeouts);
  const closed = new AbortController();
  const fetch = fetchUntil(closed.signal, options.fetch ?? globalThis.fetch);
  const tokens = {
    clients: createClientTokens(options.clock ?? systemClock, fetch),
    logins: createLoginTokens(fetch),
  };
  const maxBytes = options.maxResponseBytes ?? DEFAULT_RESPONSE_BYTES;
  const clients = new Map<string, Client>();
  const clientFor = (base: string): Client => {
    const client = clients.get(base) ?? createUpstreamClient(base, transport);
    clients.set(base, client);
    return client;
  };
  const bind = (call: Call): Bound => {
    const { tool, registration, args } = call;
    if ("http" in tool) {
      const bound = bindRequest(registration, tool, args, options.files, () => keyOf(call));
      const wire = call.at === undefined ? bound : wireAt(bound, call.at);
      return { tool, wire, read: (answer, reading) => readAnswer(answer, tool, reading) };
    }
    if ("graphql" in tool) {
      const wire = bindOperation(registration, tool, args, options.files, () => keyOf(call));
      return { tool, wire, read: (answer, reading) => readResponse(answer, tool.graphql, reading) };
    }
    throw new ToolError("unsupported", `The tool ${call.name} sends no request.`);
  };

  return {
    async send(call) {
      const { tool, wire, read } = bind(call);
      const client = clientFor(wire.base);
      const provider = call.registration.credentials ?? options.credentials;
      const chosen = await solveAuth(call, tool, wire.origin, provider, options.timeouts?.credentialMs);
      try {
        for (let attempt = 0; ; attempt++) {
          const signed = await signRequest(wire, chosen, call, tokens, maxBytes);
          const { answer, url, hops } = await follow(client, clientFor, signed, wire, call);
          call.meta.status = answer.status;
          call.meta.told = hear(answer, call.registration);
          if (answer.status === 401 && attempt === 0 && signed.refuse()) continue;
          const outcome = read(answer, { files: options.files, call, chosen });
          return call.wait ? { ...outcome, reply: replyOf(answer, url, hops > 0) } : outcome;
        }
      } catch (cause) {
        throw networkError(cause, call, wire.origin);
      }
    },
    async preview(call) {
      return previewRequest(call, bind(call), call.registration.credentials ?? options.credentials);
    },
    async draft(call) {
      return "http" in call.tool || "graphql" in call.tool ? draftRequest(call, bind(call)) : undefined;
    },
    async close() {
      closed.abort();
      await transport.close();
    },
  };
}

/** Of tokens: their requests are for several calls, so that none of these ends them. */
function fetchUntil(closed: AbortSignal, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, closed]) : closed });
}

/** The same request to another place of its origin, without a body. */
function wireAt({ body: _, ...wire }: WireRequest, at: string): WireRequest {
  const [path = "/", ...query] = at.split("?");
  const pairs = query.join("?").split("&").filter(Boolean);
  return { ...wire, method: "GET", base: wire.origin, path, query: pairs };
}

interface Followed {
  readonly answer: Answer;
  /** Of the request that was answered. */
  readonly url: string;
  /** Redirects on the way there. */
  readonly hops: number;
}

/** Sends, and follows redirects within the origin. */
async function follow(
  client: Client,
  clientFor: (base: string) => Client,
  signed: Signed,
  wire: WireRequest,
  call: Call,
): Promise<Followed> {
  const { flight } = call.meta;
  let current = heard(flight ? { ...signed.request, flight } : signed.request, call);
  let url = wire.base + current.target;
  call.meta.attempts++;
  let answer = await client.send(await addSignature(current, wire.base, call));
  for (let hops = 0; ; hops++) {
    const next = redirectOf(answer, url, current.method);
    if (!next) return { answer, url, hops };
    if (hops === MAX_REDIRECTS) {
      throw new ToolError(
        "upstream_error",
        `${statusText(answer.status)}: the service redirects more than ${MAX_REDIRECTS} times.`,
        { status: answer.status },
      );
    }
    current = redirected(current, next, signed.query);
    url = wire.origin + current.target;
    // The location is a path of the origin, not below the base URL.
    answer = await clientFor(wire.origin).send(await addSignature(current, wire.origin, call));
  }
}

function redirected(request: ClientRequest, next: Redirect, signedQuery: readonly string[]): ClientRequest {
  const { body, headers, ...rest } = request;
  const { "content-type": contentType, ...bare } = headers;
  const keeps = next.keepsBody && body !== undefined;
  const missing = signedQuery.filter((pair) => !next.target.includes(pair));
  const query = missing.length === 0 ? "" : `${next.target.includes("?") ? "&" : "?"}${missing.join("&")}`;
  return {
    ...rest,
    method: next.method,
    target: next.target + query,
    headers: keeps ? headers : bare,
    ...(keeps ? { body } : {}),
  };
}

const keys = new WeakMap<object, string>();

/** One key for each logical call, however often it is sent. */
function keyOf(call: Call): string {
  if (call.idempotencyKey !== undefined) return call.idempotencyKey;
  const key = keys.get(call.meta) ?? randomUUID();
  keys.set(call.meta, key);
  return key;
}
