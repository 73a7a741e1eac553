import { tooLarge } from "./file.js";

/** Standard input, up to the limit. */
export async function readStdin(limit: number): Promise<Uint8Array> {
  return collect(process.stdin, limit);
}

/** What a stream yields, counted while it comes. */
export async function collect(stream: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(size, limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
