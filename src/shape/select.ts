/** Which operations become tools: `--include`, `--exclude`, `--tag`. */
import picomatch from "picomatch";

export interface Selectable {
  /** What patterns are matched against: the tool's name, and how its document calls it. */
  readonly labels: readonly string[];
  readonly tags: readonly string[];
}

export interface Selection {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly tags: readonly string[];
}

export interface Selected {
  /** In the order of the operations. */
  readonly kept: readonly boolean[];
  /** Patterns and tags that nothing has: most likely misspelled. */
  readonly unmatched: readonly string[];
}

/** Any include, any tag, no exclude. */
export function select(operations: readonly Selectable[], { include, exclude, tags }: Selection): Selected {
  const matchers = [...include, ...exclude].map((pattern) => ({ pattern, matches: matcher(pattern), used: false }));
  const included = matchers.slice(0, include.length);
  const excluded = matchers.slice(include.length);
  const wanted = new Map(tags.map((tag) => [tag.toLowerCase(), tag]));
  const unusedTags = new Map(wanted);
  const any = (list: typeof matchers, { labels }: Selectable): boolean => {
    let found = false;
    for (const entry of list) {
      if (!entry.matches(labels)) continue;
      entry.used = true;
      found = true;
    }
    return found;
  };
  const kept = operations.map((operation) => {
    const own = operation.tags.map((tag) => tag.toLowerCase()).filter((tag) => wanted.has(tag));
    for (const tag of own) unusedTags.delete(tag);
    const isIncluded = any(included, operation) || include.length === 0;
    const isExcluded = any(excluded, operation);
    return isIncluded && (own.length > 0 || tags.length === 0) && !isExcluded;
  });
  const unused = matchers.filter((entry) => !entry.used).map((entry) => entry.pattern);
  return { kept, unmatched: [...new Set([...unused, ...unusedTags.values()])] };
}

/** A glob over any of the labels; the whole of one of them, braces as they are, counts too. */
export function matcher(pattern: string): (labels: readonly string[]) => boolean {
  const normal = pattern
    .trim()
    .replace(/^([A-Za-z]+)\s+(?=[/*])/, (_, method: string) => `${method.toUpperCase()} `)
    // A star in the place of a path is any path, of however many segments.
    .replace(/^([A-Z]+) \*$/, "$1 /**");
  // Braces are what path templates are made of.
  const glob = picomatch(normal, { nobrace: true, dot: true });
  return (labels) => labels.some((label) => label === normal || label === pattern || glob(label));
}
