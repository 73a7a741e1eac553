/** What a host is told of a store that does not do its work: processes go on without it, and nobody would notice. */
import type { LeaseStore } from "./store.js";

const MAX_MESSAGE = 300;

/** Told once when it begins, and again only after the store has worked in between. */
export class Trouble {
  readonly #onError: ((error: Error) => void) | undefined;
  #told = false;
  #ended = false;

  constructor(onError: ((error: Error) => void) | undefined) {
    this.#onError = onError;
  }

  /** The same store, looked at. */
  watch(store: LeaseStore): LeaseStore {
    return {
      share: async (key, claim) => {
        try {
          const share = await store.share(key, claim);
          this.#told = false;
          return share;
        } catch (cause) {
          this.tell(saying(cause));
          throw cause;
        }
      },
    };
  }

  /** No more from now on: a process that ends need not know. */
  end(): void {
    this.#ended = true;
  }

  tell(what: string): void {
    if (this.#told || this.#ended) return;
    this.#told = true;
    try {
      this.#onError?.(
        new Error(`The store of shared quotas: ${what}. This process goes on alone, with a part of each limit.`),
      );
    } catch {
      // A host's slip is no reason to hold up calls.
    }
  }
}

/** Its words alone, up to an address: errors of Redis clients hold what was sent, and a URL holds the password. */
function saying(cause: unknown): string {
  const message = cause instanceof Error && cause.message !== "" ? cause.message : "it gave no reason";
  const text = message.replace(/:\/\/.*/s, "://[redacted]");
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text.replace(/\.$/, "");
}
