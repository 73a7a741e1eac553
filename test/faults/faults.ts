/** Fails the n-th of the acts that it counts, once. */
export class Faults {
  #at = 0;
  #count = 0;

  /** The next act is the first one again; the `n`-th fails. 0: none does. */
  arm(n: number): void {
    this.#at = n;
    this.#count = 0;
  }

  /** True: this one has to fail. */
  get due(): boolean {
    this.#count++;
    return this.#count === this.#at;
  }

  /** A run looks for itself whether it was struck, then acts on without faults, then says so. */
  markStruck(): void {
    this.#at = 1;
    this.#count = 1;
  }

  /** The act that was to fail came. */
  get struck(): boolean {
    return this.#at > 0 && this.#count >= this.#at;
  }

  /** A function of the file system that fails when its time has come. */
  wrap<A extends readonly unknown[], R>(act: (...args: A) => R, name: string): (...args: A) => R {
    return (...args) => {
      if (this.due) throw fault(name);
      return act(...args);
    };
  }
}

export function fault(syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`EIO: i/o error, ${syscall}`), { code: "EIO", syscall });
}

/** For n = 1, 2, …, until a run is not struck; tells how many were. */
export async function sweep(faults: Faults, run: (n: number) => unknown, most = 1000): Promise<number> {
  for (let n = 1; n <= most; n++) {
    await run(n);
    const struck = faults.struck;
    faults.arm(0);
    if (!struck) return n - 1;
  }
  throw new Error("There is no end to what can fail.");
}
