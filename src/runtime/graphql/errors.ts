/** The errors of a GraphQL answer: read from foreign hands, told to a model, kept for programs. */
import type { GraphqlPlan } from "../../tool/types.js";
import { DOUBT } from "../call/advice.js";
import { type ErrorFacts, ToolError } from "../call/errors.js";
import { clip, hintFor, statusText } from "../http/answer/failure.js";
import { credentialNames } from "../http/answer/response.js";
import type { Reading } from "../http/request/bound.js";
import { isRecord, setOwn } from "../schema.js";
import type { Throttle } from "../throttle.js";
import { codeOf, KINDS, type Kind, kindOf } from "./classify.js";

/** One error of a response (GraphQL, section 7.1.2), without what is for the service's own people. */
export interface ResponseError {
  readonly message: string;
  readonly kind: Kind;
  readonly code?: string;
  readonly path?: readonly (string | number)[];
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

const MAX_ERRORS = 20;
const MAX_TOLD = 3;
/** Of one error's extensions, as JSON. */
const MAX_EXTENSIONS = 2000;

/** `errors` as it came: a list, or one text (Shopify, for wrong credentials). Empty: there is none. */
export function responseErrors(errors: unknown, status: number): readonly ResponseError[] {
  if (errors === undefined || errors === null) return [];
  const list = Array.isArray(errors) ? errors : [errors];
  return list.slice(0, MAX_ERRORS).map((error: unknown) => responseError(error, status));
}

function responseError(given: unknown, status: number): ResponseError {
  const error = isRecord(given) ? given : { message: given };
  const said = error["message"];
  const code = codeOf(error);
  const path = Array.isArray(error["path"]) ? error["path"].filter(isKey).slice(0, 100) : undefined;
  const locations = Array.isArray(error["locations"]) ? error["locations"].flatMap(location).slice(0, 20) : [];
  const extensions = isRecord(error["extensions"]) ? extensionsOf(error["extensions"]) : undefined;
  return {
    message: typeof said === "string" && said !== "" ? clip(withoutStack(said)) : "(no message)",
    kind: kindOf(error, status),
    ...(code !== undefined && { code }),
    ...(path && path.length > 0 && { path }),
    ...(locations.length > 0 && { locations }),
    ...(extensions && { extensions }),
  };
}

const isKey = (key: unknown): key is string | number => typeof key === "string" || typeof key === "number";

function location(value: unknown): { line: number; column: number }[] {
  if (!isRecord(value)) return [];
  const { line, column } = value;
  return typeof line === "number" && typeof column === "number" ? [{ line, column }] : [];
}

const withoutStack = (text: string): string => text.split(/\n\s*at /, 1)[0]?.trimEnd() ?? "";

/** Stacks and statements: Apollo, Lighthouse, Hot Chocolate, DGS, Hasura. */
const INTERNAL = /^(?:stack_?trace|stack|trace|debug.*|internal|exception)$/i;

function extensionsOf(extensions: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const copy = withoutInternals(extensions, 0);
  return isRecord(copy) && Object.keys(copy).length > 0 && JSON.stringify(copy).length <= MAX_EXTENSIONS
    ? copy
    : undefined;
}

function withoutInternals(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > 8 ? [] : value.map((item) => withoutInternals(item, depth + 1));
  if (!isRecord(value)) return typeof value === "string" ? withoutStack(value) : value;
  const copy: Record<string, unknown> = {};
  if (depth > 8) return copy;
  for (const [key, item] of Object.entries(value)) {
    if (!INTERNAL.test(key)) setOwn(copy, key, withoutInternals(item, depth + 1));
  }
  return copy;
}

/** A failure whose single errors are known. */
export class ResponseFailure extends ToolError {
  readonly errors: readonly ResponseError[];

  constructor(message: string, facts: ErrorFacts, errors: readonly ResponseError[]) {
    super("upstream_error", message, facts);
    this.errors = errors;
  }
}

/** The failure that errors make of a call. `data`: what came all the same. */
export function failureOf(
  plan: GraphqlPlan,
  status: number,
  errors: readonly ResponseError[],
  data: unknown,
  throttle: Throttle | undefined,
  reading: Reading,
): ResponseFailure {
  const kind = KINDS.find((each) => errors.some((error) => error.kind === each)) ?? "upstream";
  // Redacted before it is cut: half a credential is one still.
  const clean = reading.call.redactor.value(errors);
  const retryAfterMs = throttle?.retryAfterMs;
  const partial = data === undefined || data === null ? undefined : data;
  const facts: ErrorFacts = {
    status,
    hint: hint(kind, plan, clean, retryAfterMs, partial !== undefined, reading),
    details: {
      kind,
      errors: clean.map(({ kind: _, ...error }) => error),
      ...(partial !== undefined && { data: partial }),
    },
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(partial !== undefined && { partial }),
    ...(kind === "throttled" && { throttle: throttle ?? {} }),
  };
  return new ResponseFailure(messageOf(status, clean), facts, errors);
}

function messageOf(status: number, errors: readonly ResponseError[]): string {
  const told = errors.slice(0, MAX_TOLD).map(({ message, code, path }) => {
    const at = path === undefined ? "" : ` (at ${clip(path.join("."))})`;
    return `${code === undefined ? "" : `${code}: `}${message}${at}`;
  });
  const more = errors.length > MAX_TOLD ? `; and ${errors.length - MAX_TOLD} more` : "";
  return `${statusText(status)}, GraphQL ${errors.length === 1 ? "error" : "errors"}: ${told.join("; ")}${more}`;
}

/** The status of HTTP that says the same. */
const STATUS: Readonly<Record<Kind, number>> = {
  throttled: 429,
  auth: 401,
  scope: 403,
  validation: 400,
  not_found: 404,
  upstream: 500,
};

const MOVED_ON =
  "The service's schema is not the one that the tool was made from. Whoever runs the host has to generate the toolkit again; calling again does not help.";

function hint(
  kind: Kind,
  { operation }: GraphqlPlan,
  errors: readonly ResponseError[],
  retryAfterMs: number | undefined,
  partial: boolean,
  reading: Reading,
): string {
  const first = errors.some(refusesField)
    ? MOVED_ON
    : (hintFor(STATUS[kind], retryAfterMs, credentialNames(reading)) ?? "");
  // Payloads are read after the write: an error below one says nothing of the write itself.
  if (operation === "mutation" && (partial || kind === "upstream")) return `${first} ${DOUBT}`.trimStart();
  return kind === "upstream" && first !== MOVED_ON ? `${first} Retry later: this may pass.` : first;
}

/** The field that validation does not know: the words of graphql-js and its kin, graphql-ruby, graphql-java, Hot Chocolate. */
const UNKNOWN_FIELD: readonly RegExp[] = [
  /^Cannot query field ["'`]?(\w+)/,
  /^Unknown field ["'`]?(\w+)/,
  /^Field ["'`]?(\w+)["'`]? doesn't exist on type/,
  /^The field ["'`]?(\w+)["'`]? does not exist on/,
  /^Validation error \(FieldUndefined@\[[\w/]*\]\) : Field ["'`]?(\w+)/,
  /^field ["'`]?(\w+)["'`]? not found in type/,
];

/** Name of the field that the service does not have (any more). */
export function unknownField({ message }: ResponseError): string | undefined {
  for (const words of UNKNOWN_FIELD) {
    const name = words.exec(message)?.[1];
    if (name !== undefined) return name;
  }
  return undefined;
}

const refusesField = (error: ResponseError): boolean => unknownField(error) !== undefined;
