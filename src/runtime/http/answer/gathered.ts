/** A body as it comes: however small its pieces are, it takes little more memory than its bytes. */

/** A view of a buffer takes about a hundred bytes itself, and holds all of that buffer. */
const MOST_LOOSE = 1024;

export class Gathered {
  #joined: Uint8Array[] = [];
  #loose: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(piece: Uint8Array): void {
    this.#length += piece.length;
    this.#loose.push(piece);
    if (this.#loose.length < MOST_LOOSE) return;
    this.#joined.push(Buffer.concat(this.#loose));
    this.#loose = [];
  }

  /** All of it; the piece itself where there is one alone. */
  bytes(): Uint8Array {
    const all = [...this.#joined, ...this.#loose];
    const [first] = all;
    return all.length === 1 && first ? first : Buffer.concat(all);
  }
}
