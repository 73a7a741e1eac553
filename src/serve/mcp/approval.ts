/** Irreversible calls: a person is asked through the client, for exactly the call that is going to be made. */
import {
  acceptedContent,
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { stringifyJson } from "../../json/stringify.js";
import type { ApprovalRequest } from "../../runtime/index.js";

const KEY = "approval";
const MAX_SHOWN = 4_000;

export interface Asking {
  /** For `registry.call`. */
  readonly approve: (request: ApprovalRequest) => boolean;
  /** What to ask the person; absent where nothing had to be asked. */
  question(): Promise<InputRequiredResult | undefined>;
}

/** `asked`: hash of the call that the person was shown, as the server sealed it. */
export function asking(ctx: ServerContext, asked: string | undefined, seal: (hash: string) => Promise<string>): Asking {
  const answer = acceptedContent(ctx.mcpReq.inputResponses, KEY);
  let waiting: ApprovalRequest | undefined;
  return {
    approve(request) {
      if (asked === request.hash) return answer?.["approve"] === true;
      waiting = request;
      return false;
    },
    async question() {
      if (waiting === undefined) return undefined;
      const args = stringifyJson(waiting.arguments, 2);
      const shown = args.length > MAX_SHOWN ? `${args.slice(0, MAX_SHOWN)}…` : args;
      const message = `This cannot be undone: ${waiting.tool}\n${waiting.description.split("\n", 1)[0]}\n${shown}`;
      return inputRequired({
        inputRequests: {
          [KEY]: inputRequired.elicit({
            message,
            requestedSchema: {
              type: "object",
              properties: { approve: { type: "boolean", title: "Call it", default: false } },
              required: ["approve"],
            },
          }),
        },
        requestState: await seal(waiting.hash),
      });
    },
  };
}

export type CallAnswer = CallToolResult | InputRequiredResult;
