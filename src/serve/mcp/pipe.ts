/** The transport of standard input and output: one message a line, and nothing of one is lost without a word. */
import type { Readable, Writable } from "node:stream";
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from "@modelcontextprotocol/server";
import { type Line, splitLines } from "../split.js";
import { refusal } from "./border.js";

const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** `start` reads until the input ends; that, and an output that nobody reads any more, close it. */
export class Pipe implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #input: Readable;
  readonly #output: Writable;
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  async start(): Promise<void> {
    this.#output.on("error", this.#broken);
    void this.#read();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error("The connection has ended");
    await new Promise<void>((resolve, reject) => {
      this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.destroy();
    this.onclose?.();
  }

  async #read(): Promise<void> {
    try {
      for await (const lines of splitLines(this.#input, MAX_LINE_BYTES)) {
        for (const line of lines) if (!this.#closed) await this.#accept(line);
      }
    } catch (cause) {
      // What `close` ends ends so.
      if (!this.#closed) this.#tell(cause);
    }
    await this.close();
  }

  async #accept(line: Line): Promise<void> {
    if ("fault" in line) return this.#tell(new Error(line.fault));
    if (line.text.trim() === "") return;
    const read = messageOf(line.text);
    if (!read) {
      // Not what was read: it may hold anything.
      return this.#tell(new Error("A line of the input is no JSON-RPC message; it was passed over"));
    }
    try {
      if ("refused" in read) await this.send(read.refused);
      else this.onmessage?.(read.message);
    } catch (cause) {
      // Of one message: the next one may fare better.
      this.#tell(cause);
    }
  }

  #tell(cause: unknown): void {
    this.onerror?.(cause instanceof Error ? cause : new Error(String(cause)));
  }

  readonly #broken = (): void => void this.close();
}

/** `refused`: what is answered to what is no message. `undefined`: there is nobody to answer. */
function messageOf(
  text: string,
): { readonly message: JSONRPCMessage } | { readonly refused: JSONRPCMessage } | undefined {
  try {
    const read: unknown = JSON.parse(text);
    const refused = refusal(read);
    return refused ? { refused } : { message: parseJSONRPCMessage(read) };
  } catch {
    return undefined;
  }
}
