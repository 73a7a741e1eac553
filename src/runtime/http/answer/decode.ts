/** Content encodings (RFC 9110, section 8.4), undone piece by piece, so that no bomb unpacks further than the limit. */
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import { ToolError } from "../../call/errors.js";

export const ACCEPT_ENCODING = "gzip, deflate, br";

/** More encodings on top of each other than any honest server uses. */
const MAX_ENCODINGS = 5;

export interface Decoder {
  /** False: wait for `drain` before the next one. */
  write(chunk: Uint8Array): boolean;
  end(): void;
  destroy(): void;
}

interface Sink {
  data(chunk: Uint8Array): void;
  end(): void;
  fail(problem: ToolError): void;
  drain(): void;
}

/** `undefined`: the body is not encoded. Throws for an encoding that was not asked for. */
export function decoderFor(header: string, sink: Sink): Decoder | undefined {
  const names = header
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  if (names.length === 0) return undefined;
  if (names.length > MAX_ENCODINGS)
    throw new ToolError("response_invalid", `The answer is encoded ${names.length} times over.`);
  // The last one named was applied last.
  names.reverse();
  const unknown = names.find((name) => !Object.hasOwn(DECODERS, name));
  if (unknown !== undefined) {
    const named = JSON.stringify(unknown.slice(0, 40));
    throw new ToolError("response_invalid", `The answer has the content encoding ${named}, which was not asked for.`);
  }
  let chain: Transform[] | undefined;
  return {
    write(chunk) {
      chain ??= connect(names, chunk, sink);
      return chain[0]?.write(chunk) ?? true;
    },
    end() {
      if (chain) chain[0]?.end();
      else sink.end();
    },
    destroy() {
      for (const stream of chain ?? []) stream.destroy();
    },
  };
}

const DECODERS: Readonly<Record<string, (first: Uint8Array) => Transform>> = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  // Half of the servers mean RFC 1951 by it, not RFC 1950, whose first byte says 8 in its lower half.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
};

function connect(names: readonly string[], first: Uint8Array, sink: Sink): Transform[] {
  const zlib = Uint8Array.of(8);
  const chain = names.flatMap((name, i) => DECODERS[name]?.(i === 0 ? first : zlib) ?? []);
  const fail = (): void => sink.fail(new ToolError("response_invalid", "The answer cannot be decompressed."));
  for (const [i, stream] of chain.entries()) {
    stream.on("error", fail);
    const next = chain[i + 1];
    if (next) stream.pipe(next);
    else stream.on("data", sink.data).on("end", sink.end);
  }
  chain[0]?.on("drain", sink.drain);
  return chain;
}
