import type { GraphqlToolDefinition, HttpToolDefinition } from "../../../tool/types.js";
import type { ChosenScheme } from "../../auth/solve.js";
import type { Call, Outcome } from "../../call/call.js";
import type { FileStore } from "../files.js";
import type { Answer } from "../message.js";
import type { WireRequest } from "./bind.js";

/** One call, ready to be signed and sent: all that the sender knows of what it speaks. */
export interface Bound {
  readonly tool: HttpToolDefinition | GraphqlToolDefinition;
  readonly wire: WireRequest;
  /** The outcome, or a `ToolError`. */
  read(answer: Answer, reading: Reading): Outcome;
}

/** What reading an answer needs besides. */
export interface Reading {
  readonly files: FileStore;
  readonly call: Call;
  /** What the request was signed with. */
  readonly chosen: readonly ChosenScheme[];
}
