/** The options that shape a toolkit: its manifest remembers them, so that it can be made again. */
import type { Quota } from "../tool/types.js";

export interface ToolkitOptions {
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tags?: readonly string[];
  readonly baseUrl?: string;
  readonly quota?: Quota;
  readonly allowOrigins?: readonly string[];
  readonly allowRefs?: readonly string[];
  readonly deprecated?: boolean;
  /** Settings of single tools, by tool name, operationId, `METHOD /path`, or a glob over these. */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** npm name of a package.json to write. */
  readonly packageName?: string;
}

/** What counts as given, in the order that manifests have. */
const GIVEN: { readonly [K in keyof Required<ToolkitOptions>]: (value: unknown) => boolean } = {
  include: isList,
  exclude: isList,
  tags: isList,
  allowOrigins: isList,
  allowRefs: isList,
  baseUrl: (value) => typeof value === "string",
  quota: (value) => isRecord(value) && typeof value["limit"] === "number" && typeof value["interval"] === "number",
  deprecated: (value) => value === true,
  tools: (value) => isRecord(value) && Object.keys(value).length > 0,
  packageName: (value) => typeof value === "string",
};

/** Those that were given; empty lists and maps are as good as none. */
export function rememberedOptions(options: ToolkitOptions): Readonly<Record<string, unknown>> {
  const all: Readonly<Record<string, unknown>> = { ...options };
  return Object.fromEntries(
    Object.entries(GIVEN).flatMap(([key, given]) => (given(all[key]) ? [[key, all[key]]] : [])),
  );
}

/** Of a manifest, which anybody may have edited: what is not understood is not taken. */
export function recalledOptions(remembered: Readonly<Record<string, unknown>>): ToolkitOptions {
  return rememberedOptions(remembered as ToolkitOptions);
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
