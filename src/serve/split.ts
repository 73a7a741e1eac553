const NEWLINE = 10;

/** One line of the input, or the news that it cannot be used. */
export type Line = { readonly text: string } | { readonly fault: string };

/**
 * Bytes → the lines that end in each piece of the input. A line that is too long is dropped while it comes in, so that
 * it never fills the memory.
 */
export async function* splitLines(
  input: AsyncIterable<Uint8Array | string>,
  maxBytes: number,
): AsyncGenerator<readonly Line[]> {
  let parts: Uint8Array[] = [];
  let size = 0;
  const take = (part: Uint8Array): void => {
    size += part.length;
    if (size <= maxBytes) parts.push(part);
    else parts = [];
  };
  const finish = (): Line => {
    const line = size > maxBytes ? { fault: `The line has more than ${maxBytes} bytes` } : decode(Buffer.concat(parts));
    parts = [];
    size = 0;
    return line;
  };
  for await (const piece of input) {
    const lines: Line[] = [];
    let rest = typeof piece === "string" ? Buffer.from(piece) : piece;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      take(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      lines.push(finish());
    }
    if (rest.length > 0) take(rest);
    yield lines;
  }
  if (size > 0) yield [finish()];
}

function decode(bytes: Uint8Array): Line {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (cause) {
    if (cause instanceof TypeError) return { fault: "The line is not UTF-8 text" };
    throw cause;
  }
}
