/** Patterns over names, `*` for any characters. */
export function globs(patterns: readonly string[]): (name: string) => boolean {
  const split = patterns.map((pattern) => pattern.split("*"));
  return (name) => split.some((parts) => fits(name, parts));
}

/** In linear time: between two stars, the first place that fits is as good as any. */
function fits(name: string, [first = "", ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
