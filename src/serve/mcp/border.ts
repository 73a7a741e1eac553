/** What the SDK would lose without a word on a message's way in. */
import { type JSONRPCErrorResponse, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isRecord } from "../../runtime/schema.js";

/**
 * The refusal of a call with an argument `__proto__`: the SDK's parser leaves out that key of a map, so that the tool
 * would be called with less than was said. Deeper ones arrive as data. `message`: parsed, a batch too.
 */
export function refusal(message: unknown): JSONRPCErrorResponse | undefined {
  if (Array.isArray(message)) return message.map(refusal).find((one) => one !== undefined);
  const params = isRecord(message) ? message["params"] : undefined;
  const args = isRecord(params) ? params["arguments"] : undefined;
  if (!isRecord(message) || !isRecord(args) || !Object.hasOwn(args, "__proto__")) return undefined;
  return invalidParams(message["id"], "Invalid params: there is no argument __proto__. Correct it and call again.");
}

function invalidParams(id: unknown, message: string): JSONRPCErrorResponse {
  const error = { code: ProtocolErrorCode.InvalidParams, message };
  return { jsonrpc: "2.0", ...((typeof id === "string" || typeof id === "number") && { id }), error };
}
