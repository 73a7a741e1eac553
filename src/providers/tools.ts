/** All tools of a registry as a provider takes them, and calls of its model into the registry. */

import { JsonError, parseJson } from "../json/parse.js";
import type { BatchCall, Registry, ToolResult } from "../runtime/index.js";
import type { CallOptions } from "../runtime/options.js";
import { isTooDeep } from "./deep.js";
import type { ProfileName } from "./dialect.js";
import type { ProviderTool } from "./profile.js";
import { toolSet } from "./set.js";

/** Which tools, and how they are called. */
export interface ProviderToolsOptions {
  /** Only these, by their names in the registry; default: all. */
  readonly only?: readonly string[];
  /** Of one tool's schema, in bytes: what does not fit is folded, and still accepted. Default: 16,000. */
  readonly maxSchemaBytes?: number;
  /** Tools of the host's own, by their names in the request: their calls are left to it. */
  readonly others?: readonly string[];
  /** Handed to every call. */
  readonly call?: CallOptions;
}

/** A call as a model makes it. */
export interface ModelCall {
  readonly id?: string;
  readonly name: string;
  /** Parsed, or JSON text. */
  readonly arguments: unknown;
}

/** Tools in the format of a provider, and calls of its model. */
export interface ProviderTools {
  readonly tools: readonly ProviderTool[];
  /** What the provider or its clients may not like about the set as a whole, and what to do. */
  readonly warnings: readonly string[];
  /** Whether a call is for the registry to answer; what nobody knows is, as it says what is near. */
  answers(name: string): boolean;
  /** Results in the order of the calls. `call`: of these alone, before the options of all. Never rejects. */
  run(calls: readonly ModelCall[], call?: CallOptions): Promise<readonly ToolResult[]>;
}

/** For providers and frameworks that have no adapter here. Throws `TypeError` where `only` names a tool that is not there, or `others` one that is. */
export async function providerTools(
  registry: Registry,
  profile: ProfileName,
  options: ProviderToolsOptions = {},
): Promise<ProviderTools> {
  const { maxSchemaBytes = MAX_SCHEMA_BYTES } = options;
  const names = options.only ?? registry.list().map(({ name }) => name);
  const described = await Promise.all(names.map((name) => registry.describe(name, { maxSchemaBytes })));
  const missing = names.filter((_, i) => described[i] === undefined);
  if (missing.length > 0) throw new TypeError(`There is no tool ${missing.join(", ")} in the registry`);
  const { tools, warnings } = toolSet(
    described.filter((one) => one !== undefined),
    profile,
  );
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const others = new Set(options.others);
  const [taken] = [...others].filter((name) => byName.has(name));
  if (taken !== undefined) throw new TypeError(`Both the host and the registry have a tool ${taken}`);
  return {
    tools,
    warnings,
    answers: (name) => !others.has(name),
    run: (calls, call) =>
      registry.dispatchMany(
        calls.map((made) => toolCall(made, byName.get(made.name))),
        { ...options.call, ...call },
      ),
  };
}

/** What a model's answer has of items: what is none holds no call, nor does what is no list. */
export function itemsOf<Item extends object>(given: readonly Item[] | null | undefined): readonly Item[] {
  return Array.isArray(given) ? given.filter((item) => typeof item === "object" && item !== null) : [];
}

/** A name that is not known stays as it is: the registry says which one is near. */
function toolCall({ id, name, arguments: given }: ModelCall, tool: ProviderTool | undefined): BatchCall {
  const args = parsed(given);
  return {
    name: tool?.tool ?? name,
    // The registry refuses what is too deep, and says so.
    arguments: tool === undefined || isTooDeep(args) ? args : tool.restore(args),
    ...(id !== undefined && { id }),
  };
}

/** Few tools have more; in a model's context each takes as much with every request. */
export const MAX_SCHEMA_BYTES = 16_000;

/** Broken JSON stays text: the tool's validation says what is wrong. */
function parsed(given: unknown): unknown {
  if (typeof given !== "string") return given;
  // No arguments at all is how some models say `{}`.
  if (given.trim() === "") return {};
  try {
    return parseJson(given);
  } catch (cause) {
    if (!(cause instanceof JsonError)) throw cause;
    return given;
  }
}
