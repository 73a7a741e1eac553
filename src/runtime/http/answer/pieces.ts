/** A body while it comes → progress: its items, its lines, or how much of it is there. */
import type { Progress } from "../../../tool/types.js";
import type { Call } from "../../call/call.js";
import type { Watch } from "../../observe/watch.js";
import type { Hearing, SignedRequest } from "../message.js";
import { isJson } from "../request/serialize.js";
import { withoutWriteOnly } from "../request/wire.js";
import type { ClientRequest } from "../send/client.js";
import { sequenceReader } from "./sequence.js";
import { isText } from "./text.js";

/** Told of one body: pieces, or how much of it is there. What comes then is told in bytes, one each `STEP_BYTES`. */
const MAX_TOLD = 10_000;
const STEP_BYTES = 65_536;

/** The request, heard as far as somebody wants to know of its progress. */
export function heard(request: ClientRequest, { watch, tool }: Pick<Call, "watch" | "tool">): ClientRequest {
  return watch?.wantsProgress ? { ...request, hear: hearing(watch, tool) } : request;
}

function hearing(watch: Watch, tool: Call["tool"]): NonNullable<SignedRequest["hear"]> {
  return (status, header) => {
    if (status < 200 || status >= 300) return undefined;
    const type = header("content-type") ?? "";
    const size = header("content-encoding") === undefined ? Number(header("content-length")) : Number.NaN;
    const pieces = piecesOf(type);
    let bytes = 0;
    let told = 0;
    let toldBytes = 0;
    const progress = (update: Progress): void => {
      told++;
      watch.progress(update);
    };
    const hears: Hearing = (chunk) => {
      const first = bytes === 0;
      bytes += chunk.length;
      if (told >= MAX_TOLD) {
        if (bytes - toldBytes < STEP_BYTES) return;
        toldBytes = bytes;
        watch.progress({ ...(size > 0 && { fraction: bytes / size }), message: `${bytes} bytes have come` });
        return;
      }
      const partials = (pieces?.(chunk) ?? []).slice(0, MAX_TOLD - told);
      const far = size > 0 ? { fraction: bytes / size } : pieces ? {} : { message: `${bytes} bytes have come` };
      // A body that came in one piece is the result already.
      if (partials.length === 0 && !(first && !(bytes < size))) progress(far);
      for (const partial of partials) progress({ ...far, partial: readable(partial, tool) });
    };
    return hears;
  };
}

/** The result is the list of its pieces, and what nobody may read is in neither. */
function readable(partial: NonNullable<unknown>, tool: Call["tool"]): NonNullable<unknown> {
  if (!("http" in tool) || !tool.http.writeOnly) return partial;
  const [item] = withoutWriteOnly([partial], tool.output) as readonly NonNullable<unknown>[];
  return item ?? partial;
}

/** What of each chunk is a piece of the result; `undefined`: pieces of this type are none. */
function piecesOf(type: string): ((chunk: Uint8Array) => readonly NonNullable<Progress["partial"]>[]) | undefined {
  const sequence = sequenceReader(type);
  if (!sequence && (isJson(type) || !isText(type))) return undefined;
  const decoder = new TextDecoder();
  const lines = wholeLines();
  return (chunk) => {
    const text = decoder.decode(chunk, { stream: true });
    const items = sequence ? sequence.push(text) : lines(text);
    return items.filter((item): item is NonNullable<unknown> => item !== null && item !== undefined);
  };
}

/** Only whole lines: a credential that an answer echoes is found in one piece. */
function wholeLines(): (text: string) => readonly string[] {
  let rest = "";
  return (text) => {
    const end = text.lastIndexOf("\n") + 1;
    if (end === 0) {
      rest += text;
      return [];
    }
    const lines = rest + text.slice(0, end);
    rest = text.slice(end);
    return [lines];
  };
}
