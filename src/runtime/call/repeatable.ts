/** Which calls may be sent twice, and the header whose key tells an API that it is the second time. */
import type { AnyTool } from "../../tool/types.js";
import type { Registration } from "../registry/registration.js";
import type { Call } from "./call.js";

/** RFC 9110 section 9.2.2, those that are not safe: a second request changes nothing more than the first did. */
const IDEMPOTENT: ReadonlySet<string> = new Set(["PUT", "DELETE"]);

/** Nothing is changed. A mutation stays one, whatever effect the toolkit's owner gave the tool. */
export function reads(tool: AnyTool): boolean {
  return tool.effect === "read" && !("graphql" in tool && tool.graphql.operation !== "query");
}

/** The tool's own, else, for what may change something, its toolkit's. `undefined`: the API takes no key. */
export function keyHeaderOf(tool: AnyTool, registration: Registration): string | undefined {
  if ("run" in tool) return undefined;
  const own = "http" in tool ? tool.http.idempotencyHeader : tool.graphql.idempotencyHeader;
  return own ?? (reads(tool) ? undefined : registration.idempotencyHeader);
}

/** A second call does no harm. */
export function isHarmless(tool: AnyTool): boolean {
  return tool.idempotent ?? (reads(tool) || ("http" in tool && IDEMPOTENT.has(tool.http.method)));
}

/** A second request of the same call does no harm: every attempt of a call carries the same key. */
export function isRepeatable({ tool, registration }: Pick<Call, "tool" | "registration">): boolean {
  return isHarmless(tool) || (tool.idempotent === undefined && keyHeaderOf(tool, registration) !== undefined);
}
