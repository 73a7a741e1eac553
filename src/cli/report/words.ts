/** `1,223` */
export function grouped(n: number): string {
  return n.toLocaleString("en");
}

/** `1 tool`, `1,223 tools` */
export function count(n: number, noun: string): string {
  return `${grouped(n)} ${noun}${n === 1 ? "" : "s"}`;
}

/** How often each is there, in the order of first sight. */
export function counted<T>(items: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

/**
 * Text from outside, for a terminal: control characters (ECMA-48 escapes among them) are shown, not obeyed; line
 * breaks and tabs stay.
 */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (c) => {
    return c === "\r" ? "" : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
