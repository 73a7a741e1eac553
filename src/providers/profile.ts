/** One tool as a provider takes it, and the way back for the arguments that its model makes. */
import type { ToolDescription } from "../runtime/registry/describe.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { toLenient } from "./convert/lenient.js";
import type { Loosened } from "./convert/part.js";
import { type Converted, toStrict } from "./convert/strict.js";
import { type Dialect, dialects, type ProfileName } from "./dialect.js";
import { limitPassed } from "./measure.js";
import { legalName } from "./names.js";

/** One tool in the format of a provider. */
export interface ProviderTool {
  /** As the provider's model calls it. */
  readonly name: string;
  /** As the registry calls it. */
  readonly tool: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
  /** The provider may hold the model to the schema. */
  readonly strict: boolean;
  /** Why a strict profile cannot hold this tool; its schema is then as the provider takes it without strictness. */
  readonly reason?: string;
  /** What the schema cannot say: arguments that follow it may still be refused for these. */
  readonly loosened: readonly Loosened[];
  /** The model's arguments → those of the tool. */
  readonly restore: (args: unknown) => unknown;
}

/** Characters of a schema whose definitions are written out. */
const MAX_WRITTEN_OUT = 48_000;
const MAX_UNROLL = 6;

/** A tool as a provider takes it. A strict profile that cannot hold it gives it plain, with the `reason`. */
export function toProfile(tool: ToolDescription, profile: ProfileName): ProviderTool {
  const dialect = dialects[profile];
  if (dialect.keywords === "any") return plain(tool, dialect);
  const converted =
    dialect.refs === "none" ? writtenOut(tool, dialect) : toStrict(tool.inputSchema, dialect, { unroll: 0 });
  const { schema: limits } = dialect.limits;
  const passed = limits && limitPassed(converted.schema, limits);
  if (passed !== undefined) return { ...plain(tool, dialect), reason: passed };
  return { ...textsOf(tool, dialect), ...converted, strict: dialect.strict };
}

/** As the provider takes it without strictness. */
export function plain(tool: ToolDescription, dialect: Dialect): ProviderTool {
  return { ...textsOf(tool, dialect), ...toLenient(tool.inputSchema, dialect.key), strict: false };
}

function textsOf(
  { name, description }: ToolDescription,
  { toolName }: Dialect,
): Omit<ProviderTool, keyof Converted | "strict"> {
  return { name: legalName(name, toolName), tool: name, description };
}

/** As deep as its size lets it; what is deeper takes longer to write than all before it. */
function writtenOut({ inputSchema }: ToolDescription, dialect: Dialect): Converted {
  let best = toStrict(inputSchema, dialect, { unroll: 1 });
  let size = JSON.stringify(best.schema).length;
  for (let unroll = 2; unroll <= MAX_UNROLL; unroll++) {
    const next = toStrict(inputSchema, dialect, { unroll });
    const grown = JSON.stringify(next.schema).length;
    if (grown > MAX_WRITTEN_OUT || grown === size) break;
    best = next;
    size = grown;
  }
  return best;
}
