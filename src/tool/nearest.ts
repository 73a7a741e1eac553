const MAX_LENGTH = 64;

/** The names that someone may have meant, best first; names too far off are left out. */
export function nearest(asked: string, names: Iterable<string>, limit: number): readonly string[] {
  const word = asked.slice(0, MAX_LENGTH);
  const parts = words(word);
  const ranked: { name: string; distance: number }[] = [];
  for (const name of names) {
    const distance = Math.min(letters(word, name), 0.1 + strangers(parts, words(name)));
    if (distance <= 0.4) ranked.push({ name, distance });
  }
  ranked.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  return ranked.slice(0, limit).map((r) => r.name);
}

/** Share of the letters that differ, without regard to case and separators. */
function letters(a: string, b: string): number {
  const left = a.toLowerCase().replaceAll(/[-_. ]/g, "");
  const right = b
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replaceAll(/[-_. ]/g, "");
  const longest = Math.max(left.length, right.length);
  if (longest === 0 || Math.abs(left.length - right.length) / longest > 0.4) return 1;
  return edits(left, right) / longest;
}

/** Levenshtein distance, neighbours swapped counted once (optimal string alignment). */
function edits(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}

function words(name: string): ReadonlySet<string> {
  const parts = name
    .slice(0, MAX_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return new Set(parts.filter((p) => p !== "").map((p) => (p.length > 3 && p.endsWith("s") ? p.slice(0, -1) : p)));
}

/** Share of the words that only one of the two names has; 1 where they share fewer than two words. */
function strangers(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const word of a) if (b.has(word)) shared++;
  return shared < 2 ? 1 : 1 - shared / (a.size + b.size - shared);
}
