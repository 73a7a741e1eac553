/** The bytes of an answer: bounded while they stream, content encodings undone (RFC 9110, section 8.4). */
import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { ToolError } from "../errors.js";
import type { RawAnswer } from "./transport.js";

export const ACCEPT_ENCODING = "gzip, deflate, br";

/** More encodings on top of each other than any honest server uses. */
const MAX_ENCODINGS = 5;

export async function receive(answer: RawAnswer, maxBytes: number): Promise<Uint8Array> {
  const decoders = answer.encoded ? decodersFor(answer.header("content-encoding")) : [];
  const length = Number(answer.header("content-length") ?? "NaN");
  if (decoders.length === 0 && length > maxBytes) {
    answer.discard();
    throw tooLarge(maxBytes);
  }
  // The parser holds an upstream to its own Content-Length.
  if (decoders.length === 0 && answer.encoded && length <= maxBytes) return answer.bytes();
  const chunks: Uint8Array[] = [];
  let total = 0;
  const collect = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of source) {
      total += chunk.length;
      if (total > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  };
  try {
    await collect(decoders.length ? decoded(answer.body, decoders) : answer.body);
  } catch (cause) {
    answer.discard();
    throw cause;
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** An error anywhere in the chain, or an end of reading, ends all of it. */
function decoded(body: AsyncIterable<Uint8Array>, decoders: readonly Transform[]): AsyncIterable<Uint8Array> {
  let stream: Readable = Readable.from(body);
  for (const decoder of decoders) stream = pipeline(stream, decoder, () => undefined);
  return stream;
}

function decodersFor(header: string | undefined): Transform[] {
  const names = (header ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length > MAX_ENCODINGS)
    throw new ToolError("response_invalid", `The answer is encoded ${names.length} times over.`);
  // The last one named was applied last.
  return names.reverse().map((name) => {
    if (name === "gzip" || name === "x-gzip") return createGunzip();
    if (name === "deflate") return createInflate();
    if (name === "br") return createBrotliDecompress();
    throw new ToolError(
      "response_invalid",
      `The answer has the content encoding ${JSON.stringify(name.slice(0, 40))}, which was not asked for.`,
    );
  });
}

function tooLarge(maxBytes: number): ToolError {
  return new ToolError(
    "response_too_large",
    `The answer is larger than ${maxBytes} bytes, and was not read to its end.`,
    {
      hint: "Ask for less: fewer items a page, fewer fields, a narrower filter.",
    },
  );
}
