/** One of several that share some room. */
export interface Claimant {
  /** It cannot do with less. */
  readonly least: number;
  /** What it would like; `Infinity`: more than there is. */
  readonly whole: number;
  /** Takes up to `room`, and says how much it took; `undefined`: it could not do with it. */
  readonly take: (room: number) => number | undefined;
}

/**
 * Gives every claimant at least what it needs, and the same to all who want more: the small ones get all they want, and
 * what they leave goes to the big ones. The sum of `least` must not be over `room`; false: someone could not do with it.
 */
export function shareOut(claimants: readonly Claimant[], room: number): boolean {
  const order = claimants.toSorted((a, b) => compare(a.whole, b.whole));
  let left = room;
  let needed = sumOf(order);
  for (const [index, { least, take }] of order.entries()) {
    needed -= least;
    const fair = Math.floor(left / (order.length - index));
    const used = take(Math.max(least, Math.min(fair, left - needed)));
    if (used === undefined) return false;
    left -= used;
  }
  return true;
}

export function sumOf(claimants: readonly Claimant[]): number {
  return claimants.reduce((sum, { least }) => sum + least, 0);
}

/** Two of them may be infinite. */
export function compare(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
