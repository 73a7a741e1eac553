/** GraphQL over HTTP, section "Response": an answer → an outcome. Errors count whatever the status says. */
import { JsonError, parseJson } from "../../json/parse.js";
import type { GraphqlPlan } from "../../tool/types.js";
import type { Outcome } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { statusText } from "../http/answer/failure.js";
import { errorAnswer } from "../http/answer/response.js";
import { decodeText } from "../http/answer/text.js";
import type { Answer } from "../http/message.js";
import type { Reading } from "../http/request/bound.js";
import { isRecord } from "../schema.js";
import { namedBack } from "./aliases.js";
import { failureOf, responseErrors } from "./errors.js";
import { limitsOf } from "./limits.js";
import { rootKey } from "./root.js";

export function readResponse(answer: Answer, plan: GraphqlPlan, reading: Reading): Outcome {
  const { status, problem } = answer;
  const wellMeant = status >= 200 && status < 300;
  if (problem && wellMeant) throw new ToolError(problem.code, problem.message, { ...problem.facts, status });
  const body = problem ? undefined : bodyOf(answer);
  if (body === undefined || !("data" in body || "errors" in body)) {
    throw wellMeant ? notGraphql(answer, plan, reading) : errorAnswer(answer, reading);
  }
  const errors = responseErrors(body["errors"], status);
  const data = named(body["data"], plan);
  const refused = status === 429 || errors.some(({ kind }) => kind === "throttled");
  const throttle = limitsOf(answer, body, refused, Date.now());
  if (errors.length > 0) throw failureOf(plan, status, errors, data, throttle, reading);
  if (!wellMeant) throw errorAnswer(answer, reading);
  return { data: result(data, plan, status), ...(throttle && { throttle }) };
}

/** Whatever type it says: proxies and old servers call JSON text. */
function bodyOf({ bytes, header }: Answer): Readonly<Record<string, unknown>> | undefined {
  const text = decodeText(bytes, header("content-type") ?? "");
  if (!/^\uFEFF?\s*\{/.test(text)) return undefined;
  try {
    const body = parseJson(text, { integers: "string" });
    return isRecord(body) ? body : undefined;
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    // No JSON: the status tells what it is.
    return undefined;
  }
}

/** All of `data`, fields named back below the root field. */
function named(data: unknown, plan: GraphqlPlan): unknown {
  const { aliases } = plan;
  const field = rootKey(plan);
  if (aliases === undefined || !isRecord(data)) return data;
  if (field === undefined) return namedBack(data, aliases);
  return Object.hasOwn(data, field) ? { ...data, [field]: namedBack(data[field], aliases) } : data;
}

function result(data: unknown, plan: GraphqlPlan, status: number): unknown {
  const field = rootKey(plan);
  if (isRecord(data) && (field === undefined || Object.hasOwn(data, field))) {
    return field === undefined ? data : data[field];
  }
  const missing = isRecord(data) ? `has no field ${field}` : "has neither data nor errors";
  throw new ToolError("response_invalid", `${statusText(status)}, but the GraphQL response ${missing}.`, {
    status,
    hint: DOUBT,
  });
}

const DOUBT = "The call may have had its effect. Check before you call again.";
const MAX_START = 200;

function notGraphql(answer: Answer, { operation }: GraphqlPlan, { call }: Reading): ToolError {
  const type = answer.header("content-type")?.split(";", 1)[0]?.trim() || "nothing known";
  const text = decodeText(answer.bytes, answer.header("content-type") ?? "");
  const page = /<html|<!doctype/i.test(text.slice(0, 1000));
  const what =
    text.trim() === "" ? "is empty" : `is no GraphQL response, but ${page ? "a web page" : type.slice(0, 80)}`;
  const hint = page
    ? "A page in the place of an answer is a sign-in or another address: whoever runs the host has to look at the endpoint, which --base-url replaces."
    : "Whoever runs the host has to look at the endpoint: --base-url names another one.";
  return new ToolError("response_invalid", `${statusText(answer.status)}, but the answer ${what}.`, {
    status: answer.status,
    hint: operation === "mutation" ? `${DOUBT} ${hint}` : hint,
    // A credential that is cut in two is not found any more.
    ...(text.trim() === "" ? {} : { details: { start: call.redactor.text(text).slice(0, MAX_START) } }),
  });
}
