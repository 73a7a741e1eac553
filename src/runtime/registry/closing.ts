/** The end of a registry: what runs is cancelled, and nothing begins any more. */
import { onAbort } from "../call/abort.js";
import { ToolError } from "../call/errors.js";

/** A call of a registry, from when it was asked for until it has its result. */
export interface Running {
  /** Aborted with the caller's, and when the registry is closed. */
  readonly signal: AbortSignal;
  readonly end: () => void;
}

export class Closing {
  readonly #controller = new AbortController();
  #running = 0;
  #idle = (): void => {};
  #closed: Promise<void> | undefined;

  /** Throws `cancelled` once the registry is closed. */
  begin(given: AbortSignal | undefined): Running {
    const { signal } = this.#controller;
    if (signal.aborted) throw signal.reason;
    const end = (): void => {
      this.#running--;
      if (this.#running === 0) this.#idle();
    };
    // Nearly all calls: one signal serves them.
    if (given === undefined) {
      this.#running++;
      return { signal, end };
    }
    const both = new AbortController();
    const stops = [given, signal].map((one) => {
      if (one.aborted) both.abort(one.reason);
      return one.aborted ? () => true : onAbort(one, () => both.abort(one.reason));
    });
    // Now only: what a host gives for a signal may be none, and a call that did not begin does not end.
    this.#running++;
    return {
      signal: both.signal,
      end: () => {
        for (const stop of stops) stop();
        end();
      },
    };
  }

  /** Aborted when the registry is closed. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Resolves when all that ran has ended, for everyone who asks for it. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    // Not `unsupported`: a tool that can do this is there, and whoever closed the registry gave the call up.
    this.#controller.abort(
      new ToolError("cancelled", "The registry is closed, and takes no calls.", {
        hint: "This is for whoever runs the host: the session is over.",
      }),
    );
    if (this.#running > 0)
      await new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
  }
}
