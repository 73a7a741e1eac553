/** Waits on loopback for the browser to come back (RFC 8252, section 7.3). */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { ToolError } from "../../call/errors.js";

/** The one request that a sign-in waits for. */
export interface Callback {
  readonly parameters: URLSearchParams;
  /** Tells the person at the browser how it went. */
  answer(worked: boolean): void;
}

export interface Listener {
  /** `http://127.0.0.1:<port>/callback` */
  readonly redirectUri: string;
  readonly callback: Promise<Callback>;
  close(): void;
}

const PATH = "/callback";
const PORT_HINT = "Something else may have it. Take another one, if the client is registered with none.";

/** On 127.0.0.1 alone. Takes one callback, whatever it says: there is no second try with the same state. */
export async function listen(port: number): Promise<Listener> {
  let take: (callback: Callback) => void = () => undefined;
  const callback = new Promise<Callback>((resolve) => {
    take = resolve;
  });
  let taken = false;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", origin);
    // A page elsewhere that calls itself by a name for this address says so in Host.
    if (request.headers.host !== new URL(origin).host) return page(response, 400, "This address is not for you.");
    if (url.pathname !== PATH) return page(response, 404, "There is nothing here.");
    if (isAhead(request)) return page(response, 503, "Not ahead of time.");
    if (request.method !== "GET" || taken) return page(response, 400, "This sign-in has had its answer.");
    taken = true;
    take({
      parameters: url.searchParams,
      answer: (worked) => page(response, worked ? 200 : 400, worked ? DONE : FAILED),
    });
    return undefined;
  });
  server.headersTimeout = 10_000;
  server.listen(port, "127.0.0.1");
  await once(server, "listening").catch((cause: unknown) => {
    throw new ToolError(
      "credentials_missing",
      `Nobody can wait for the browser at port ${port}.`,
      { hint: PORT_HINT },
      { cause },
    );
  });
  const address = server.address();
  const origin = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : port}`;
  return { redirectUri: origin + PATH, callback, close: () => void server.close() };
}

/** A browser that fetches pages nobody asked for yet would use up the one answer. */
function isAhead({ headers }: IncomingMessage): boolean {
  return /prefetch|prerender|preview/i.test(`${headers["sec-purpose"]} ${headers["purpose"]} ${headers["x-moz"]}`);
}

const DONE = "You are signed in. You can close this page.";
const FAILED = "That did not work. The terminal says why.";

/** Nothing of the request is repeated. */
function page(response: ServerResponse<IncomingMessage>, status: number, text: string): void {
  response.writeHead(status, {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    connection: "close",
  });
  response.end(`<!doctype html><html lang="en"><title>toolgen</title><p>${text}</p></html>\n`);
}
