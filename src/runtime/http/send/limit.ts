/** How much of an answer is read. */
import { ToolError } from "../../call/errors.js";

/** Of what is no success: an explanation, not data. */
const MAX_ERROR_BYTES = 256 * 1024;

export function limitOf(status: number, maxBytes: number): number {
  return status < 300 ? maxBytes : Math.min(maxBytes, MAX_ERROR_BYTES);
}

export function tooLarge(limit: number): ToolError {
  return new ToolError("response_too_large", `The answer is larger than ${limit} bytes, and was not read to its end.`, {
    hint: "Ask for less: fewer items a page, fewer fields, a narrower filter.",
  });
}
