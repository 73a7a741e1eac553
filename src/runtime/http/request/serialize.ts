/** OpenAPI Parameter Object, "Style Values" and "Style Examples": one value → its text in a path, query, header or cookie. */

import { stringifyJson } from "../../../json/stringify.js";
import type { HttpParameter, HttpParameterPlan, ParameterStyle } from "../../../tool/types.js";
import { isRecord } from "../../schema.js";
import { encodeReserved, percentEncode, type ReservedPlace, wrongArgument } from "./encode.js";

/** A parameter with OpenAPI's defaults filled in. */
export interface Parameter {
  readonly arg: string;
  readonly name: string;
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly content: string | undefined;
  /** Properties below have other names on the wire. */
  readonly renamed: boolean;
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
    // OpenAPI: "in path and query". In a cookie, a semicolon would begin another pair.
    allowReserved: place !== "cookie" && (given.allowReserved ?? false),
    content: given.content,
    renamed: given.renamed ?? false,
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
  const encode = encoderOf(parameter, typeof value === "object" ? "pathItem" : "path");
  switch (parameter.style) {
    case "label":
      return `.${parameter.explode ? explodedList(value, ".", encode) : joined(value, ",", encode)}`;
    case "matrix":
      return matrixText(parameter, value, encode);
    default:
      return simpleText(value, parameter.explode, encode);
  }
}

const encoderOf = ({ allowReserved }: Parameter, place: ReservedPlace): Encode =>
  allowReserved ? (text) => encodeReserved(text, place) : percentEncode;

const explodedList = (value: unknown, separator: string, encode: Encode): string =>
  isRecord(value) ? assigned(value, separator, encode) : joined(value, separator, encode);

function matrixText({ name, explode }: Parameter, value: unknown, encode: Encode): string {
  const key = percentEncode(name);
  if (explode && Array.isArray(value))
    return items(value)
      .map((item) => matrixPair(key, encode(scalarText(item))))
      .join("");
  if (explode && isRecord(value)) {
    return entries(value)
      .map(([k, item]) => matrixPair(percentEncode(k), encode(scalarText(item))))
      .join("");
  }
  return matrixPair(key, joined(value, ",", encode));
}

/** RFC 6570, section 3.2.7: no `=` before an empty value. */
const matrixPair = (key: string, text: string): string => (text === "" ? `;${key}` : `;${key}=${text}`);

/** Encoded `name=value` pairs of a query parameter, a form field or a cookie. An absent or null value has none. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  if (value === undefined) return [];
  const name = percentEncode(parameter.name);
  if (parameter.content !== undefined) return [`${name}=${percentEncode(contentText(value, parameter.content))}`];
  if (value === null) return [];
  const encode = encoderOf(parameter, parameter.explode || typeof value !== "object" ? "query" : "queryItem");
  if (parameter.style === "deepObject") return deepPairs(name, value, encode);
  if (!Array.isArray(value) && !isRecord(value)) return [`${name}=${encode(scalarText(value))}`];
  if (parameter.explode) {
    if (Array.isArray(value)) return items(value).map((item) => `${name}=${encode(scalarText(item))}`);
    return entries(value).map(([key, item]) => `${percentEncode(key)}=${encode(scalarText(item))}`);
  }
  const separator = SEPARATORS[parameter.style];
  const text = joined(value, separator?.encoded ?? ",", (part) => {
    if (separator && part.includes(separator.sign)) throw wrongArgument(parameter.arg, separator.why);
    return encode(part);
  });
  return text === "" ? [] : [`${name}=${text}`];
}

/**
 * Neither may stand in a URL as it is, so the separator and the same character inside a value are the same on the wire
 * (OpenAPI 3.0.4, appendix E): such a value cannot be sent without becoming two.
 */
const SEPARATORS: Partial<Record<ParameterStyle, { encoded: string; sign: string; why: string }>> = {
  spaceDelimited: { encoded: "%20", sign: " ", why: "has a value with a space, which is what separates its values" },
  pipeDelimited: { encoded: "%7C", sign: "|", why: "has a value with a |, which is what separates its values" },
};

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

/** The text of a header: as it is (RFC 9110 knows no escapes), but for the delimiter inside an item of a list. */
export function headerText({ explode, content }: Parameter, value: unknown): string {
  // JSON has escapes for what a header cannot hold.
  if (content !== undefined)
    return contentText(value, content).replace(/[\u0080-\uffff]/g, isJson(content) ? unicode : String);
  return simpleText(value, explode, typeof value === "object" ? (text) => text.replaceAll(",", "%2C") : String);
}

const unicode = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/** A parameter described by `content`: JSON, unless its media type is not JSON and the value is a string. */
export function contentText(value: unknown, mediaType: string): string {
  return typeof value === "string" && !isJson(mediaType) ? value : stringifyJson(value);
}

/** `application/json`, and anything that ends in `+json` (RFC 6839). */
export function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json\s*(?:;|$)/i.test(mediaType);
}
