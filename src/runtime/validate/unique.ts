/** The first two equal items (JSON Schema 2020-12, 4.2.2), found by their canonical text: linear, where ajv compares each with each. */
export function firstTwins(items: readonly unknown[]): readonly [number, number] | undefined {
  const seen = new Map<unknown, number>();
  for (const [i, item] of items.entries()) {
    // Keys of two kinds that cannot meet: an object's text begins with a mark that no primitive is.
    const key = typeof item === "object" && item !== null ? `\u0000${canonical(item)}` : primitive(item);
    const before = seen.get(key);
    if (before !== undefined) return [before, i];
    seen.set(key, i);
  }
  return undefined;
}

/** JSON text with sorted keys: equal for equal values. Depth is bounded by the limits on arguments. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null) {
    const record = value as Readonly<Record<string, unknown>>;
    const keys = Object.keys(record).sort();
    return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(record[key])}`).join()}}`;
  }
  // -0 and 0 are one number.
  return typeof value === "bigint" ? String(value) : JSON.stringify(value === 0 ? 0 : value);
}

function primitive(value: unknown): unknown {
  return typeof value === "string" && value.startsWith("\u0000") ? `\u0000"${value}` : value;
}
