/** OpenAPI Parameter Object, "Style Values" and "Style Examples": one value → its text in a path, query, header or cookie. */

import { stringifyJson } from "../../json/stringify.js";
import type { HttpParameter, HttpParameterPlan, ParameterStyle } from "../../tool/types.js";
import { isRecord } from "../schema.js";
import { encodeReserved, percentEncode } from "./encode.js";

/** A parameter with OpenAPI's defaults filled in. */
export interface Parameter {
  readonly arg: string;
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly content: string | undefined;
}

export type Place = "path" | "query" | "header" | "cookie";

export function completeParameter(plan: HttpParameter, place: Place): Parameter {
  const given: HttpParameterPlan = typeof plan === "string" ? { arg: plan } : plan;
  const style = given.style ?? (place === "path" || place === "header" ? "simple" : "form");
  return {
    arg: given.arg,
    name: given.name ?? given.arg,
    style,
    explode: given.explode ?? (style === "form" || style === "cookie"),
    allowReserved: given.allowReserved ?? false,
    content: given.content,
  };
}

type Encode = (text: string) => string;

/** Text of a value without structure; what is nested deeper than the styles reach is JSON. */
export function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null) return "";
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/** RFC 6570 skips what is undefined; OpenAPI has no text for null inside a list or an object. */
const items = (value: readonly unknown[]): unknown[] => value.filter((item) => !isAbsent(item));
const entries = (value: Readonly<Record<string, unknown>>): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => !isAbsent(item));

function joined(value: unknown, separator: string, encode: Encode): string {
  if (Array.isArray(value))
    return items(value)
      .map((item) => encode(scalarText(item)))
      .join(separator);
  if (isRecord(value))
    return entries(value)
      .flatMap(([key, item]) => [encode(key), encode(scalarText(item))])
      .join(separator);
  return encode(scalarText(value));
}

function assigned(value: Readonly<Record<string, unknown>>, separator: string, encode: Encode): string {
  return entries(value)
    .map(([key, item]) => `${encode(key)}=${encode(scalarText(item))}`)
    .join(separator);
}

/** `simple`, also in headers, where `encode` changes nothing. */
export function simpleText(value: unknown, explode: boolean, encode: Encode): string {
  return explode && isRecord(value) ? assigned(value, ",", encode) : joined(value, ",", encode);
}

/** What stands for a path parameter in its template. */
export function pathText(parameter: Parameter, value: unknown): string {
  if (parameter.content !== undefined) return percentEncode(contentText(value, parameter.content));
  switch (parameter.style) {
    case "label":
      return `.${parameter.explode ? explodedList(value, ".") : joined(value, ",", percentEncode)}`;
    case "matrix":
      return matrixText(parameter, value);
    default:
      return simpleText(value, parameter.explode, percentEncode);
  }
}

const explodedList = (value: unknown, separator: string): string =>
  isRecord(value) ? assigned(value, separator, percentEncode) : joined(value, separator, percentEncode);

function matrixText({ name, explode }: Parameter, value: unknown): string {
  const key = percentEncode(name);
  if (explode && Array.isArray(value))
    return items(value)
      .map((item) => matrixPair(key, percentEncode(scalarText(item))))
      .join("");
  if (explode && isRecord(value)) {
    return entries(value)
      .map(([k, item]) => matrixPair(percentEncode(k), percentEncode(scalarText(item))))
      .join("");
  }
  return matrixPair(key, joined(value, ",", percentEncode));
}

/** RFC 6570, section 3.2.7: no `=` before an empty value. */
const matrixPair = (key: string, text: string): string => (text === "" ? `;${key}` : `;${key}=${text}`);

/** Encoded `name=value` pairs of a query parameter, a form field or a cookie. An absent or null value has none. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  if (isAbsent(value)) return [];
  const encode = parameter.allowReserved ? encodeReserved : percentEncode;
  const name = percentEncode(parameter.name);
  if (parameter.content !== undefined) return [`${name}=${percentEncode(contentText(value, parameter.content))}`];
  if (parameter.style === "deepObject") return deepPairs(name, value, encode);
  if (!Array.isArray(value) && !isRecord(value)) return [`${name}=${encode(scalarText(value))}`];
  if (parameter.explode) {
    if (Array.isArray(value)) return items(value).map((item) => `${name}=${encode(scalarText(item))}`);
    return entries(value).map(([key, item]) => `${percentEncode(key)}=${encode(scalarText(item))}`);
  }
  const text = joined(value, SEPARATORS[parameter.style] ?? ",", encode);
  return text === "" ? [] : [`${name}=${text}`];
}

const SEPARATORS: Partial<Record<ParameterStyle, string>> = { spaceDelimited: "%20", pipeDelimited: "%7C" };

/**
 * `deepObject`: brackets are encoded (OpenAPI 3.0.4, appendix E). The standard leaves deeper levels and lists open;
 * here they are `a[b][c]` and `a[0]`, as Stripe, Rails and qs read them. Null is sent as an empty value.
 */
function deepPairs(prefix: string, value: unknown, encode: Encode): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item, i) => deepPairs(`${prefix}%5B${i}%5D`, item, encode));
  if (isRecord(value)) {
    return Object.entries(value).flatMap(([key, item]) =>
      deepPairs(`${prefix}%5B${percentEncode(key)}%5D`, item, encode),
    );
  }
  return [`${prefix}=${encode(scalarText(value))}`];
}

/** A parameter described by `content`: JSON, unless its media type is not JSON and the value is a string. */
export function contentText(value: unknown, mediaType: string): string {
  return typeof value === "string" && !isJson(mediaType) ? value : stringifyJson(value);
}

/** `application/json`, and anything that ends in `+json` (RFC 6839). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}
