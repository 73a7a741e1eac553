/** Asks an endpoint for its schema, by ever plainer queries: servers refuse the whole of one for a field they do not know. */
import { getIntrospectionQuery, type IntrospectionOptions } from "graphql";
import { decodeText } from "../../source/decode.js";
import type { Exchange, Incoming } from "../../source/exchange.js";
import { ReadFault } from "../../source/fault.js";
import { shownUrl } from "../../source/origin.js";
import { type Credential, credentialHeaders, redacted } from "./credential.js";

const FULL: IntrospectionOptions = {
  descriptions: true,
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
};
const PLAIN: IntrospectionOptions = {
  descriptions: true,
  specifiedByUrl: false,
  directiveIsRepeatable: false,
  schemaDescription: false,
  inputValueDeprecation: false,
  oneOf: false,
};
/** Newest first; the last one is what servers of 2018 take. */
const LADDER: readonly IntrospectionOptions[] = [
  FULL,
  { ...FULL, oneOf: false },
  { ...FULL, oneOf: false, inputValueDeprecation: false },
  PLAIN,
];

const HEADERS = {
  "content-type": "application/json",
  accept: "application/graphql-response+json, application/json;q=0.9",
};

/** `{ __schema }`, unchecked. Throws `ReadFault`. */
export async function introspect(
  url: URL,
  { exchange, limit, credential }: { exchange: Exchange; limit: number; credential: Credential | undefined },
): Promise<object> {
  const headers = { ...HEADERS, ...credentialHeaders(credential, url) };
  let refusal: ReadFault | undefined;
  for (const options of LADDER) {
    const body = JSON.stringify({ query: getIntrospectionQuery(options), operationName: "IntrospectionQuery" });
    const answer = await exchange(url, { method: "POST", headers, body, keepsErrors: true }, limit);
    const read = judge(answer, credential);
    if (!(read instanceof ReadFault)) return read;
    // Only a query that was understood to be wrong is worth a plainer one.
    if (read.code !== "INTROSPECTION_FAILED" || ![200, 400, 422, 500].includes(answer.status) || isPage(answer))
      throw read;
    refusal = read;
  }
  throw refusal ?? new ReadFault("INTROSPECTION_FAILED", `${shownUrl(url)} does not answer`);
}

/** What the answer holds, or what is wrong with it. */
function judge(answer: Incoming, credential: Credential | undefined): object | ReadFault {
  const { status, url } = answer;
  const shown = shownUrl(url);
  const value = jsonOf(answer);
  const data: unknown = value && Reflect.get(value, "data");
  const schema: unknown = typeof data === "object" && data !== null ? Reflect.get(data, "__schema") : undefined;
  if (typeof schema === "object" && schema !== null) return { __schema: schema };
  const said = redacted(messageOf(value), credential);
  const quoted = said === "" ? "" : `: ${JSON.stringify(said)}`;
  if (status === 401 || status === 403 || isRefusal(value, said)) {
    return new ReadFault("INTROSPECTION_REFUSED", `${shown} answers ${status}${quoted}${sentWith(credential)}`);
  }
  if (/introspection/i.test(said) && /disabl|not allowed|forbidden|block|not permitted|turned off|off\b/i.test(said)) {
    return new ReadFault("INTROSPECTION_DISABLED", `${shown} answers ${status}${quoted}`);
  }
  if (isPage(answer)) {
    return new ReadFault("INTROSPECTION_FAILED", `${shown} answers ${status} with an HTML page, not with JSON`);
  }
  if (value === undefined) {
    const what = answer.bytes.length === 0 ? "nothing" : `what is no JSON (${answer.contentType || "of no type"})`;
    return new ReadFault("INTROSPECTION_FAILED", `${shown} answers ${status} with ${what}`);
  }
  return new ReadFault("INTROSPECTION_FAILED", `${shown} answers ${status} without data.__schema${quoted}`);
}

function sentWith(credential: Credential | undefined): string {
  if (credential === undefined) return "; no credential was sent";
  return credential.value ? `, to the value of ${credential.variable}` : `; ${credential.variable} is not set`;
}

function jsonOf({ bytes }: Incoming): object | undefined {
  try {
    const value: unknown = JSON.parse(decodeText(bytes));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch (cause) {
    if (cause instanceof SyntaxError || cause instanceof ReadFault) return undefined;
    throw cause;
  }
}

function isPage({ contentType, bytes }: Incoming): boolean {
  return /html/i.test(contentType) || Buffer.from(bytes.subarray(0, 64)).toString("latin1").trimStart().startsWith("<");
}

/** The first error's message, or what services say in other shapes. */
function messageOf(value: object | undefined): string {
  const first = firstError(value);
  const text = [
    first && Reflect.get(first, "message"),
    value && Reflect.get(value, "message"),
    value && Reflect.get(value, "error"),
  ].find((one) => typeof one === "string");
  return typeof text === "string" ? text.replace(/\s+/g, " ").slice(0, 300) : "";
}

function isRefusal(value: object | undefined, said: string): boolean {
  const extensions: unknown = Reflect.get(firstError(value) ?? {}, "extensions");
  const code: unknown = typeof extensions === "object" && extensions !== null ? Reflect.get(extensions, "code") : "";
  return (
    /^(?:UNAUTHENTICATED|UNAUTHORIZED|FORBIDDEN|AUTHENTICATION_ERROR|ACCESS_DENIED|invalid-jwt|access-denied)$/i.test(
      String(code),
    ) || /^(?:unauthori[sz]ed|unauthenticated|not authenticated|authentication required|bad credentials)/i.test(said)
  );
}

function firstError(value: object | undefined): object | undefined {
  const errors: unknown = value && Reflect.get(value, "errors");
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === "object" && first !== null ? first : undefined;
}
