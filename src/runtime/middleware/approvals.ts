import { createHash } from "node:crypto";

/** Calls that are remembered, the latest ones. */
const REMEMBERED = 10_000;

/**
 * Approvals by hash: each is for one call. The hash of a call that was approved before, and made, is another one each
 * time; of calls that are forgotten, and in a process that has made none, it is the first one.
 */
export class Approvals {
  /** By the text that says exactly which call it is: how often it was made. */
  readonly #made = new Map<string, number>();

  /** What an approval of the next such call is to name. */
  hashOf(exact: string): string {
    return numbered(exact, this.#made.get(exact) ?? 0);
  }

  /** Whether a hash approved such a call that was made. */
  wasUsed(exact: string, hash: string): boolean {
    const made = this.#made.get(exact) ?? 0;
    return made > 0 && numbered(exact, made - 1) === hash;
  }

  /** From now on the hash is used; gives back what takes that back, of a call that has done nothing. */
  use(exact: string): () => void {
    const made = (this.#made.get(exact) ?? 0) + 1;
    this.#made.delete(exact);
    this.#made.set(exact, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > REMEMBERED && oldest !== undefined) this.#made.delete(oldest);
    return () => {
      if (this.#made.get(exact) !== made) return;
      if (made === 1) this.#made.delete(exact);
      else this.#made.set(exact, made - 1);
    };
  }
}

function numbered(exact: string, made: number): string {
  return createHash("sha256")
    .update(made === 0 ? exact : `${exact}\n${made}`)
    .digest("hex");
}
