/** A `fetch` that the host brings: a proxy, a client certificate, a test. It decodes content encodings by itself. */
import { ToolError } from "../../call/errors.js";
import { Gathered } from "../answer/gathered.js";
import type { Hearing } from "../message.js";
import { limitOf, tooLarge } from "./limit.js";
import type { Transport } from "./transport.js";

export function fetchTransport(fetch: typeof globalThis.fetch): Transport {
  return {
    async send({ method, headers, body, signal, maxBytes, certificate, hear, flight }, origin, path) {
      if (certificate) {
        throw new ToolError(
          "unsupported",
          "Not sent: a `fetch` of the host's shows no client certificate of toolgen's.",
          {
            hint: "Whoever runs the host has to let that fetch show one, and sign the requests with it; or give none.",
          },
        );
      }
      const { "accept-encoding": _, ...others } = headers;
      const init: RequestInit = { method, headers: others, signal, redirect: "manual" };
      flight?.sent();
      const answer = await fetch(
        origin + path,
        body === undefined ? init : { ...init, body: body as string | Uint8Array<ArrayBuffer> },
      );
      flight?.answered();
      const header = (name: string): string | undefined => answer.headers.get(name) ?? undefined;
      const hearing = hear?.(answer.status, header);
      return {
        status: answer.status,
        header,
        ...(await readBody(answer, limitOf(answer.status, maxBytes), hearing)),
      };
    },
    close: async () => undefined,
  };
}

/** As much of a body as the limit lets in. */
export async function readBody(
  answer: Response,
  limit: number,
  hearing?: Hearing,
): Promise<{ bytes: Uint8Array; problem?: ToolError }> {
  const body = new Gathered();
  const reader = answer.body?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    if (body.length + next.value.length > limit) {
      // Whoever cancels a body does not wait for the error that this may make.
      reader?.cancel().catch(() => undefined);
      return { bytes: body.bytes(), problem: tooLarge(limit) };
    }
    body.add(next.value);
    hearing?.(next.value);
  }
  return { bytes: body.bytes() };
}
