/** Long operations of an upstream (RFC 9110, section 15.3.3): 202, and an address that tells their status. */
import type { Progress } from "../../../tool/types.js";
import type { Reply } from "../../call/call.js";
import { isRecord } from "../../schema.js";
import type { Answer } from "../message.js";
import { retryAfterMs } from "./retry-after.js";

/** Microsoft's names first: where both are there, `Location` is the address of the result. */
const HEADERS = ["operation-location", "azure-asyncoperation", "location", "content-location"];

/** What an answer says of the operation behind it. `url`: of the request that was answered. */
export function replyOf({ status, header }: Answer, url: string, redirected: boolean): Reply {
  const wait = retryAfterMs(header, Date.now());
  const said = HEADERS.map(header).find((value) => value !== undefined && value.trim() !== "");
  return {
    status,
    origin: new URL(url).origin,
    redirected,
    ...(wait !== undefined && { retryAfterMs: wait }),
    ...(said !== undefined && placeOf(said.trim(), url)),
  };
}

/** Credentials, and calls that nobody asked for, stay with the origin of the tool. */
export function placeOf(said: string, url: string): Pick<Reply, "target" | "foreign"> {
  // The query of the request may hold a credential.
  const base = url.split(/[?#]/, 1)[0];
  if (!URL.canParse(said, base)) return {};
  const place = new URL(said, base);
  if (place.origin !== new URL(url).origin) return { foreign: place.origin };
  return { target: place.pathname + place.search };
}

export interface OperationStatus {
  readonly state: "running" | "failed" | "done";
  readonly progress: Progress;
  /** Where the result is, as the body says it. */
  readonly resource?: string;
}

const RUNNING =
  /^(?:running|pending|queued|inprogress|processing|accepted|started|notstarted|submitted|waiting|scheduled|working|validating|creating|updating|deleting|provisioning|executing|active)$/;
const FAILED = /^(?:failed|failure|error|errored|cancell?ed|aborted|rejected|timedout|expired)$/;

/** What a status document says, in the words that services use; one that says nothing of these is the result. */
export function operationStatus(data: unknown): OperationStatus {
  if (!isRecord(data)) return { state: "done", progress: {} };
  const word = wordOf(data["status"]) ?? wordOf(data["state"]);
  const fraction = fractionOf(data);
  const message = textOf(data["message"]) ?? textOf(data["statusMessage"]) ?? textOf(data["status"] ?? data["state"]);
  const progress = { ...(fraction !== undefined && { fraction }), ...(message !== undefined && { message }) };
  const resource = textOf(data["resourceLocation"]);
  return { state: stateOf(data, word), progress, ...(resource !== undefined && { resource }) };
}

function stateOf(data: Readonly<Record<string, unknown>>, word: string | undefined): OperationStatus["state"] {
  // Google's long-running operations have no word, but `done`, and then `error` or `response`.
  if (data["done"] === false) return "running";
  if (data["done"] === true) return isRecord(data["error"]) ? "failed" : "done";
  if (word === undefined) return "done";
  return RUNNING.test(word) ? "running" : FAILED.test(word) ? "failed" : "done";
}

const MAX_WORD = 40;

function wordOf(value: unknown): string | undefined {
  return typeof value === "string" && value.length <= MAX_WORD ? value.toLowerCase().replace(/[^a-z]/g, "") : undefined;
}

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

function fractionOf(data: Readonly<Record<string, unknown>>): number | undefined {
  for (const name of ["percentComplete", "percent_complete", "percentage", "percent"]) {
    const value = numberOf(data[name]);
    if (value !== undefined) return value / 100;
  }
  const progress = numberOf(data["progress"]);
  // "progress" is a fraction with some and a percentage with others.
  return progress === undefined || progress <= 1 ? progress : progress / 100;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\d{1,3}(?:\.\d+)?%?$/.test(value) ? Number.parseFloat(value) : undefined;
}
