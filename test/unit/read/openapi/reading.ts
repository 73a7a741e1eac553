/** Reads documents in memory as a run does: every operation, and what was said about them. */
import { Diagnostics } from "../../../../src/diagnostics.js";
import type { JsonObject, OpenApiVersion } from "../../../../src/read/openapi/document.js";
import { type Detail, type Draft, readOpenApi } from "../../../../src/read/openapi/index.js";
import type { JsonSchemaObject } from "../../../../src/tool/json-schema.js";
import { inMemory } from "./schema/document.js";

export interface Reading {
  readonly draft: Draft;
  /** By `METHOD /path`; undefined: left out. */
  readonly details: ReadonlyMap<string, Detail | undefined>;
  /** `CODE message`. */
  readonly said: readonly string[];
}

export function readDocument(root: JsonObject, version: OpenApiVersion = "3.1", url?: string): Reading {
  const diagnostics = new Diagnostics();
  const document = { ...inMemory({ info: { title: "T" }, ...root }, version), ...(url !== undefined && { url }) };
  const draft = readOpenApi(document, diagnostics);
  const details = new Map(draft.operations.map((one) => [`${one.method} ${one.path}`, draft.read(one)]));
  return { draft, details, said: diagnostics.list.map(({ code, message }) => `${code} ${message}`) };
}

/** One operation, `GET /x` unless the options say otherwise. */
export function readOperation(
  operation: JsonObject,
  {
    path = "/x",
    method = "get",
    version = "3.1" as OpenApiVersion,
    root = {} as JsonObject,
    item = {} as JsonObject,
  } = {},
): { readonly detail: Detail | undefined; readonly said: readonly string[] } {
  const { details, said } = readDocument({ ...root, paths: { [path]: { ...item, [method]: operation } } }, version);
  return { detail: details.get(`${method.toUpperCase()} ${path}`), said };
}

/** Properties of an operation's input. */
export function properties(detail: Detail | undefined): Readonly<Record<string, JsonSchemaObject>> {
  if (typeof detail?.input !== "object") throw new Error("the operation was left out");
  return (detail.input.properties ?? {}) as Readonly<Record<string, JsonSchemaObject>>;
}
