/** All tools of one request: what they may take together, and what is worth a word before it is sent. */
import type { ToolDescription } from "../runtime/registry/describe.js";
import { type Dialect, dialects, type ProfileName, type RequestLimits } from "./dialect.js";
import { measure } from "./measure.js";
import { type ProviderTool, plain, toProfile } from "./profile.js";

export interface ToolSet {
  readonly tools: readonly ProviderTool[];
  /** What the provider or its clients may not like about the set as a whole, and what to do. */
  readonly warnings: readonly string[];
}

export function toolSet(described: readonly ToolDescription[], profile: ProfileName): ToolSet {
  const dialect = dialects[profile];
  const converted = described.map((tool) => toProfile(tool, profile));
  const { request } = dialect.limits;
  const tools = request === undefined ? converted : withinRequest(described, converted, dialect, request);
  return { tools, warnings: warningsOf(tools, dialect) };
}

/** As many strict tools as one request may have: those that take least of what is shared come first. */
function withinRequest(
  described: readonly ToolDescription[],
  converted: readonly ProviderTool[],
  dialect: Dialect,
  limits: RequestLimits,
): readonly ProviderTool[] {
  const costs = converted.map(({ schema }, i) => ({ i, ...measure(schema) }));
  const room = { ...limits };
  const refused = new Map<number, string>();
  for (const { i, optional, unions } of costs.toSorted((a, b) => a.optional + a.unions - b.optional - b.unions)) {
    if (converted[i]?.strict !== true) continue;
    if (room.tools < 1) refused.set(i, `one request has room for ${limits.tools} strict tools`);
    else if (optional > room.optional)
      refused.set(i, `the strict tools of one request have room for ${limits.optional} arguments that may be left out`);
    else if (unions > room.unions)
      refused.set(i, `the strict tools of one request have room for ${limits.unions} arguments of several types`);
    else {
      room.tools -= 1;
      room.optional -= optional;
      room.unions -= unions;
    }
  }
  return converted.map((tool, i) => {
    const reason = refused.get(i);
    const from = described[i];
    return reason === undefined || from === undefined ? tool : { ...plain(from, dialect), reason };
  });
}

const CURE = "Take fewer: --include when generating, or `only`";

function warningsOf(tools: readonly ProviderTool[], { provider, limits }: Dialect): readonly string[] {
  const warnings: string[] = [];
  const passed = (limits.tools ?? []).filter(({ most }) => tools.length > most);
  if (passed.length > 0) {
    const takers = passed.map(({ most, by }) => `${by} takes ${most} in one request`).join(", ");
    warnings.push(`${tools.length} tools; ${takers}. ${CURE}`);
  }
  const characters = tools.reduce((sum, tool) => sum + sizeOf(tool), 0);
  if (characters > MANY_CHARACTERS) {
    const tokens = Math.round(characters / CHARACTERS_A_TOKEN / 1000);
    warnings.push(`About ${tokens}k tokens of definitions in every request. ${CURE}`);
  }
  const byReason = new Map<string, string[]>();
  for (const { tool, reason } of tools) {
    if (reason !== undefined) byReason.set(reason, [...(byReason.get(reason) ?? []), tool]);
  }
  for (const [reason, names] of byReason) {
    const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
    const who = `${names.slice(0, MAX_NAMED).join(", ")}${more}`;
    warnings.push(
      `${who}: not strict, as ${reason}. ${provider} takes it all the same; arguments are checked when called`,
    );
  }
  return warnings;
}

const MAX_NAMED = 5;
/** Tool definitions are sent with every request; more than this is worth a word. */
const MANY_CHARACTERS = 80_000;
const CHARACTERS_A_TOKEN = 4;

function sizeOf({ name, description, schema }: ProviderTool): number {
  return name.length + description.length + JSON.stringify(schema).length;
}
