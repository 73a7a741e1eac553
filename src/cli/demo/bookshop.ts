/** The shop of the tour: its document, and an upstream on loopback that behaves as the document says. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";

const BOOKS = [
  { isbn: "9780441478125", title: "The Left Hand of Darkness", author: "Ursula K. Le Guin", price: 12.5 },
  { isbn: "9780061054884", title: "The Dispossessed", author: "Ursula K. Le Guin", price: 11 },
  { isbn: "9780156453806", title: "Invisible Cities", author: "Italo Calvino", price: 10.9 },
];
const LIMIT = 3;
const INTERVAL_MS = 1000;

/** What the upstream bears, as a flag says it. */
export const QUOTA: string = `${LIMIT}/1s`;

export interface Upstream {
  readonly url: string;
  /** What clients have to send; new for every tour. */
  readonly apiKey: string;
  close(): void;
}

export async function openBookshop(): Promise<Upstream> {
  const apiKey = `demo-${randomBytes(12).toString("hex")}`;
  const arrivals: number[] = [];
  const server = createServer((request, response) => {
    const now = performance.now();
    while (arrivals[0] !== undefined && arrivals[0] < now - INTERVAL_MS) arrivals.shift();
    const free = arrivals.length < LIMIT;
    if (free) arrivals.push(now);
    const { status, body } = free ? reply(request, apiKey) : TOO_MANY;
    response.writeHead(status, { "content-type": "application/json", ...(free ? {} : { "retry-after": "1" }) });
    response.end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The demo's upstream has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    apiKey,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const TOO_MANY: Reply = { status: 429, body: { title: "Too many requests" } };

function reply(request: IncomingMessage, apiKey: string): Reply {
  if (request.headers["x-api-key"] !== apiKey)
    return { status: 401, body: { title: "The API key is missing or wrong" } };
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://bookshop");
  if (pathname === "/books") {
    const author = searchParams.get("author")?.toLowerCase() ?? "";
    return { status: 200, body: BOOKS.filter((b) => b.author.toLowerCase().includes(author)) };
  }
  const book = BOOKS.find((b) => pathname === `/books/${b.isbn}`);
  if (book) return { status: 200, body: book };
  // An upstream that says back what it was told, as some do.
  if (pathname === "/account") return { status: 200, body: { owner: "you", key: apiKey } };
  if (pathname === "/orders") return { status: 201, body: { id: 1, state: "placed" } };
  return { status: 404, body: { title: "There is no such thing in this shop" } };
}

/** The shop's OpenAPI document. */
export function bookshopDocument(url: string): string {
  return `openapi: 3.1.0
info:
  title: Bookshop
  version: 1.0.0
servers:
  - url: ${url}
security:
  - apiKey: []
paths:
  /books:
    get:
      operationId: listBooks
      summary: List the books in stock.
      parameters:
        - name: author
          in: query
          description: Part of the author's name.
          schema: { type: string }
      responses:
        "200":
          description: The books.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: "#/components/schemas/Book" }
  /books/{isbn}:
    get:
      operationId: getBook
      summary: Get one book.
      parameters:
        - name: isbn
          in: path
          required: true
          schema: { type: string, pattern: "^[0-9]{13}$" }
      responses:
        "200":
          description: The book.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Book" }
  /account:
    get:
      operationId: getAccount
      summary: Get the account that the key belongs to.
      responses:
        "200":
          description: The account.
          content:
            application/json:
              schema: { type: object, properties: { owner: { type: string }, key: { type: string } } }
  /orders:
    post:
      operationId: placeOrder
      summary: Order copies of a book.
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [isbn, copies]
              properties:
                isbn: { type: string, description: Thirteen digits. }
                copies: { type: integer, minimum: 1, maximum: 10 }
                giftWrap: { type: boolean, default: false }
      responses:
        "201":
          description: The order.
          content:
            application/json:
              schema: { type: object, properties: { id: { type: integer }, state: { type: string } } }
  /orders/{id}:
    delete:
      operationId: cancelOrder
      summary: Cancel an order for good.
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: integer }
      responses:
        "204":
          description: Cancelled.
components:
  securitySchemes:
    apiKey: { type: apiKey, in: header, name: X-API-Key }
  schemas:
    Book:
      type: object
      required: [isbn, title]
      properties:
        isbn: { type: string }
        title: { type: string }
        author: { type: string }
        price: { type: number }
`;
}
