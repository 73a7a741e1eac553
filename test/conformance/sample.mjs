// Choices that are the same for the same seed, on every machine.

/** mulberry32: 32 bits of state, good enough to choose by. */
function random(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number of a name: it stays when other names come and go. */
export const hash = (name) => [...name].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) & 0xffffff, 7);

/** `count` of the items, in their order; all where there are no more. */
export function pick(items, count, seed) {
  const next = random(seed);
  const ranked = items.map((_, i) => ({ i, rank: next() })).sort((a, b) => a.rank - b.rank);
  const chosen = new Set(ranked.slice(0, count).map(({ i }) => i));
  return items.filter((_, i) => chosen.has(i));
}

/** How many of each are taken so that there are `total` of all: as even as their sizes let it be. */
export function share(sizes, total) {
  const shares = sizes.map(() => 0);
  for (let rest = total; rest > 0; ) {
    const open = sizes.flatMap((size, i) => (shares[i] < size ? [i] : []));
    if (open.length === 0) break;
    for (const i of open.slice(0, rest)) {
      shares[i]++;
      rest--;
    }
  }
  return shares;
}
