/** What openapi-fetch is given for `fetch`, `Request` and the answer: no more than it uses, over undici. */
import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";

/** A request as it goes out, signed. */
export interface SignedRequest {
  readonly method: string;
  /** Absolute, encoded. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  readonly signal: AbortSignal;
}

/** The head of an answer, and its body as it comes. */
export interface RawAnswer {
  readonly status: number;
  header(name: string): string | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** All of the body at once; only for answers whose Content-Length is small. */
  bytes(): Promise<Uint8Array>;
  /** Stops reading and gives the connection back, or closes it. */
  discard(): void;
  /** The body arrives as it was sent, content encodings and all. */
  readonly encoded: boolean;
}

export interface Transport {
  send(request: SignedRequest): Promise<RawAnswer>;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** Of the head, and between two pieces of the body; the call's deadline is the shorter one as a rule. */
const IDLE_TIMEOUT_MS = 300_000;
/** Sockets to one origin: more would only move the queue to the other side. */
const CONNECTIONS = 128;

/** undici's `request` on an agent of its own. Loaded on the first call. */
export function undiciTransport(): Transport {
  let loading: Promise<{ agent: Dispatcher; request: typeof import("undici").request }> | undefined;
  const load = async (): Promise<{ agent: Dispatcher; request: typeof import("undici").request }> => {
    const { Agent, request } = await import("undici");
    const agent = new Agent({
      connect: { timeout: CONNECT_TIMEOUT_MS },
      headersTimeout: IDLE_TIMEOUT_MS,
      bodyTimeout: IDLE_TIMEOUT_MS,
      connections: CONNECTIONS,
    });
    return { agent, request };
  };
  return {
    async send({ method, url, headers, body, signal }) {
      loading ??= load();
      const { agent, request } = await loading;
      const answer = await request(url, {
        method: method as Dispatcher.HttpMethod,
        headers: headers as Record<string, string>,
        body: body ?? null,
        signal,
        dispatcher: agent,
      });
      return undiciAnswer(answer);
    },
    async close() {
      if (loading) await (await loading).agent.destroy();
    },
  };
}

function undiciAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): RawAnswer {
  return {
    status: statusCode,
    header: (name) => {
      const value = headers[name];
      return Array.isArray(value) ? value.join(", ") : value;
    },
    body: body as Readable,
    bytes: async () => new Uint8Array(await body.arrayBuffer()),
    // Whoever discards a body does not wait for its end, nor for the error that closing it makes.
    discard: () => void body.on("error", () => undefined).destroy(),
    encoded: true,
  };
}

/** A `fetch` that the host brings: a proxy, a client certificate, a test. It decodes content encodings by itself. */
export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return {
    async send({ method, url, headers, body, signal }) {
      const { "accept-encoding": _, ...others } = headers;
      const init: RequestInit = { method, headers: others, signal, redirect: "manual" };
      const answer = await fetch(
        url,
        body === undefined ? init : { ...init, body: body as string | Uint8Array<ArrayBuffer> },
      );
      return {
        status: answer.status,
        header: (name) => answer.headers.get(name) ?? undefined,
        body: chunks(answer.body),
        bytes: async () => new Uint8Array(await answer.arrayBuffer()),
        discard: () => void answer.body?.cancel().catch(() => undefined),
        encoded: false,
      };
    },
    close: async () => undefined,
  };
}

async function* chunks(body: ReadableStream<Uint8Array> | null): AsyncIterable<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
