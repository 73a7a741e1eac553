/** The museum of the README on loopback: it answers with the examples of its document. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { load } from "js-yaml";

const DOCUMENT = join(import.meta.dirname, "../../specs/museum.yaml");
const SERVER = "https://redocly.com";
const PREFIX = "/_mock/docs/openapi/museum-api";

export interface Museum {
  readonly origin: string;
  /** The document, with this server in the place of the public one. */
  readonly document: string;
  /** Text as it would be with the public server. */
  published(text: string): string;
  close(): void;
}

interface Examples {
  readonly components: { readonly examples: Readonly<Record<string, { readonly value: unknown }>> };
}

export async function openMuseum(): Promise<Museum> {
  const document = readFileSync(DOCUMENT, "utf8");
  const { components } = load(document) as Examples;
  const hours = components.examples["GetMuseumHoursResponseExample"]?.value;
  const events = components.examples["ListSpecialEventsResponseExample"]?.value;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://museum");
    const known: Readonly<Record<string, unknown>> = {
      [`${PREFIX}/museum-hours`]: Array.isArray(hours)
        ? hours.slice(0, Number(searchParams.get("limit") ?? 10))
        : hours,
      [`${PREFIX}/special-events`]: events,
    };
    const allowed = request.headers.authorization !== undefined;
    if (allowed && request.method === "DELETE" && pathname.startsWith(`${PREFIX}/special-events/`)) {
      response.writeHead(204).end();
      return;
    }
    const body = !allowed ? { title: "Who are you?" } : (known[pathname] ?? { title: "There is no such room." });
    response.writeHead(!allowed ? 401 : Object.hasOwn(known, pathname) ? 200 : 404, {
      "content-type": "application/json",
    });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The museum has no port");
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    document: document.replaceAll(SERVER, origin),
    published: (text) => text.replaceAll(origin, SERVER),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
