/** A provider's HTTP API on loopback: scripted answers, one a request, and what was asked. */
import { once } from "node:events";
import { createServer } from "node:http";

/** Sent as JSON; a list of events as a stream of them. */
export type Answer = object | { readonly events: readonly (object | string)[] };

export interface FakeApi {
  readonly url: string;
  readonly requests: readonly FakeRequest[];
  close(): void;
}

export interface FakeRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export async function fakeApi(answers: readonly Answer[]): Promise<FakeApi> {
  const requests: FakeRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as FakeRequest["body"];
    const answer = answers[requests.length];
    requests.push({ path: request.url ?? "", body });
    if (answer === undefined) {
      response.writeHead(400, { "content-type": "application/json" });
      response.end('{"error":{"message":"The script has no further answer"}}');
    } else if ("events" in answer) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const event of answer.events) response.write(sent(event));
      response.end();
    } else {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify(answer));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The API has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function sent(event: object | string): string {
  if (typeof event === "string") return `data: ${event}\n\n`;
  const name = "type" in event && typeof event.type === "string" ? `event: ${event.type}\n` : "";
  return `${name}data: ${JSON.stringify(event)}\n\n`;
}
