/** A dry run: the exact request, credentials redacted. */

import type { CredentialProvider } from "../../auth/credentials.js";
import { solveAuth } from "../../auth/solve.js";
import type { Call } from "../../call/call.js";
import { ToolError } from "../../call/errors.js";
import type { WireRequest } from "../request/bind.js";
import type { Bound } from "../request/bound.js";
import type { RequestPreview } from "./shown.js";
import { assemble, redactedParts } from "./sign.js";

const MAX_BODY = 100_000;

export async function previewRequest(
  call: Call,
  { wire, tool }: Bound,
  credentials: CredentialProvider,
): Promise<RequestPreview> {
  let schemes: readonly string[] = [];
  let problem: string | undefined;
  try {
    schemes = (await solveAuth(call, tool, wire.origin, credentials)).map(({ scheme }) => scheme);
  } catch (cause) {
    if (!(cause instanceof ToolError)) throw cause;
    problem = [cause.message, cause.facts.hint].filter(Boolean).join(" ");
    schemes = Object.keys(tool.auth?.find((requirement) => Object.keys(requirement).length > 0) ?? {});
  }
  return { ...shown(call, wire, schemes), ...(problem === undefined ? {} : { problem }) };
}

/** The same before anybody is asked for a credential: as if the first way to sign it were taken. */
export function draftRequest(call: Call, { wire, tool }: Bound): RequestPreview {
  const first = tool.auth?.find((requirement) => Object.keys(requirement).length > 0);
  return shown(call, wire, Object.keys(first ?? {}));
}

function shown(call: Call, wire: WireRequest, schemes: readonly string[]): RequestPreview {
  const request = assemble(wire, redactedParts(call, schemes));
  return {
    method: request.method,
    url: wire.base + request.target.replaceAll("%5Bredacted%5D", "[redacted]"),
    headers: {
      ...request.headers,
      ...(request.headers["cookie"]
        ? { cookie: request.headers["cookie"].replaceAll("%5Bredacted%5D", "[redacted]") }
        : {}),
    },
    ...(request.body === undefined ? {} : { body: bodyText(request.body) }),
  };
}

function bodyText(body: Uint8Array | string): string {
  if (typeof body === "string") return body.length > MAX_BODY ? `${body.slice(0, MAX_BODY)}…` : body;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return text.length > MAX_BODY ? `${text.slice(0, MAX_BODY)}…` : text;
  } catch {
    // Not text.
    return `(${body.length} bytes)`;
  }
}
