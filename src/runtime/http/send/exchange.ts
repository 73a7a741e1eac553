/** One request and its answer on undici's dispatch interface: no streams, no promises but the one at the end. */
import type { IncomingHttpHeaders } from "node:http";
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";
import { ToolError } from "../../call/errors.js";
import { type Decoder, decoderFor } from "../answer/decode.js";
import { Gathered } from "../answer/gathered.js";
import type { Answer, Hearing, SignedRequest } from "../message.js";
import { limitOf, tooLarge } from "./limit.js";
import { expectManyListeners } from "./signal.js";

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #request: SignedRequest;
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (cause: unknown) => void;
  readonly #body = new Gathered();
  #controller: Dispatcher.DispatchController | undefined;
  #socket: Socket | undefined;
  #decoder: Decoder | undefined;
  #hearing: Hearing | undefined;
  #headers: IncomingHttpHeaders = {};
  #status = 0;
  #limit = 0;
  #over = false;

  constructor(request: SignedRequest, resolve: (answer: Answer) => void, reject: (cause: unknown) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** False when the call is over before it began. */
  begin(): boolean {
    const { signal } = this.#request;
    if (signal.aborted) {
      this.#fail(signal.reason);
      return false;
    }
    expectManyListeners(signal);
    signal.addEventListener("abort", this, { once: true });
    return true;
  }

  /** The socket that is opened for this request alone, until it stands. */
  connecting(socket: Socket | undefined): void {
    this.#socket = socket;
    // A connection that fails at once has told already.
    if (this.#over) this.#close();
  }

  /** The signal's: closes the socket, or takes the request out of the queue for one. */
  handleEvent(): void {
    this.#fail(this.#request.signal.reason);
    this.#close();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    this.#socket = undefined;
    if (this.#over) this.#close();
    else this.#request.flight?.sent();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // Informational (RFC 9110, section 15.2): the answer is yet to come.
    if (status < 200) return;
    this.#request.flight?.answered();
    this.#status = status;
    this.#headers = headers;
    this.#limit = limitOf(status, this.#request.maxBytes);
    if (this.#request.method === "HEAD") return;
    this.#hearing = this.#request.hear?.(status, (name) => joined(headers[name]));
    const encoding = headers["content-encoding"];
    if (encoding === undefined) {
      if (Number(headers["content-length"]) > this.#limit) this.#stop(tooLarge(this.#limit));
      return;
    }
    try {
      this.#decoder = decoderFor(encoding, {
        data: (chunk) => this.#take(chunk),
        end: () => this.#done(),
        fail: (problem) => this.#stop(problem),
        drain: () => this.#controller?.resume(),
      });
    } catch (cause) {
      if (!(cause instanceof ToolError)) throw cause;
      this.#stop(cause);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Uint8Array): void {
    if (this.#over) return;
    if (this.#decoder === undefined) this.#take(chunk);
    else if (!this.#decoder.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#decoder === undefined) this.#done();
    else this.#decoder.end();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, cause: Error): void {
    this.#fail(cause);
  }

  #take(chunk: Uint8Array): void {
    if (this.#body.length + chunk.length > this.#limit) this.#stop(tooLarge(this.#limit));
    else {
      this.#body.add(chunk);
      this.#hearing?.(chunk);
    }
  }

  /** What came so far is the answer; the rest is not read. */
  #stop(problem: ToolError): void {
    this.#done(problem);
    this.#close();
  }

  #close(): void {
    // Without a reason undici makes one, with a stack that nobody reads.
    this.#controller?.abort(CLOSED);
    // undici would wait for the connection before it looks whether anyone wants it.
    this.#socket?.destroy(CLOSED);
  }

  #done(problem?: ToolError): void {
    if (!this.#end()) return;
    const headers = this.#headers;
    this.#resolve({
      status: this.#status,
      header: (name) => joined(headers[name]),
      bytes: this.#body.bytes(),
      ...(problem === undefined ? {} : { problem }),
    });
  }

  #fail(cause: unknown): void {
    if (this.#end()) this.#reject(cause);
  }

  #end(): boolean {
    if (this.#over) return false;
    this.#over = true;
    this.#decoder?.destroy();
    this.#request.signal.removeEventListener("abort", this);
    return true;
  }
}

function joined(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.join(", ") : value;
}

const CLOSED = new Error("The exchange is over.");
