/** The options that shape a toolkit: its manifest remembers them, so that it can be made again. */
import type { ReadGraphqlOptions } from "../read/graphql/draft.js";
import type { ShapeOptions } from "../shape/options.js";
import { readLimits } from "../tool/limit.js";
import { isVendor } from "../tool/vendors.js";

export interface ToolkitOptions extends Omit<ShapeOptions, "name"> {
  /** Origins or folders that references may be read from. */
  readonly allowRefs?: readonly string[];
  /** npm name of a package.json to write. */
  readonly packageName?: string;
}

/** What a GraphQL source takes besides. */
export interface GraphqlToolkitOptions extends ToolkitOptions, ReadGraphqlOptions {
  /** Where operations are sent; default: the endpoint that was asked for its schema. */
  readonly endpoint?: string;
  /** Files or globs of operation documents, which become tools in place of the root fields. */
  readonly operations?: readonly string[];
  /** `bearer`, `basic` or `header:<Name>`: the scheme `token`. */
  readonly auth?: string;
}

/** What counts as given, in the order that manifests have. */
const GIVEN: {
  readonly [K in Exclude<keyof GraphqlToolkitOptions, "toolsAt">]-?: (value: unknown) => boolean;
} = {
  include: isList,
  exclude: isList,
  tags: isList,
  allowOrigins: isList,
  allowRefs: isList,
  baseUrl: (value) => typeof value === "string",
  quota: (value) => value !== undefined && typeof readLimits(value) !== "string",
  vendor: isVendor,
  idempotencyHeader: (value) => typeof value === "string",
  deprecated: (value) => value === true,
  bind: isList,
  tools: (value) => isRecord(value) && Object.keys(value).length > 0,
  packageName: (value) => typeof value === "string",
  endpoint: (value) => typeof value === "string",
  operations: isList,
  auth: (value) => typeof value === "string",
  depth: (value) => Number.isSafeInteger(value),
  select: isList,
  omit: isList,
  scalars: (value) => isRecord(value) && Object.keys(value).length > 0,
  chooseFields: (value) => value === true,
};

/** Those that were given; empty lists and maps are as good as none. */
export function rememberedOptions(options: GraphqlToolkitOptions): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(
    Object.entries(GIVEN).flatMap(([key, given]) => (given(all[key]) ? [[key, all[key]]] : [])),
  );
}

/** Of a manifest, which anybody may have edited: what is not understood is not taken. */
export function recalledOptions(remembered: Readonly<Record<string, unknown>>): GraphqlToolkitOptions {
  return rememberedOptions(remembered as GraphqlToolkitOptions);
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
