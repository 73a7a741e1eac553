/** Bound arguments as flags, config files and hosts write them. */
import type { BoundSource } from "./types.js";

/** One binding as it was asked for. */
export interface Binding {
  /** Tool name, operationId, `METHOD /path`, or a glob; absent: every tool that has the argument. */
  readonly tool?: string;
  readonly arg: string;
  readonly from: BoundSource;
}

export const BINDING_FORM = "[<tool>:]<arg>=<constant>, …=env:<NAME> or …=context:<path>";

const ARGUMENT = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** `tenant_id=env:TENANT`, `list_*:limit=10`; undefined where it is none. */
export function parseBinding(text: string): Binding | undefined {
  const at = text.indexOf("=");
  const target = at < 0 ? undefined : parseTarget(text.slice(0, at).trim());
  const from = parseSource(text.slice(at + 1));
  return target && from && { ...target, from };
}

/** `tenant_id`, `list_*:limit`, `GET /pets:limit`: what stands after the last colon is the argument. */
export function parseTarget(text: string): Pick<Binding, "tool" | "arg"> | undefined {
  const colon = text.lastIndexOf(":");
  const arg = text.slice(colon + 1);
  if (!ARGUMENT.test(arg) || colon === 0) return undefined;
  return colon < 0 ? { arg } : { tool: text.slice(0, colon), arg };
}

/** `env:NAME`, `context:path.to.it`, `value:text` for a text that would be read as one of them, else a constant. */
export function parseSource(text: string): BoundSource | undefined {
  const [, kind, rest = ""] = /^(env|context|value):([\s\S]*)$/.exec(text) ?? [];
  if (kind === "env") return isSource({ env: rest }) ? { env: rest } : undefined;
  if (kind === "context") return isSource({ context: rest }) ? { context: rest } : undefined;
  return { value: kind === "value" ? rest : text };
}

/** Exactly one of the three, in its form. */
export function isSource(value: unknown): value is BoundSource {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  const [[kind, text] = ["", undefined], another] = entries;
  if (another !== undefined) return false;
  if (kind === "value") return text !== undefined;
  if (typeof text !== "string") return false;
  return kind === "env" ? VARIABLE.test(text) : kind === "context" && text.split(".").every((part) => part !== "");
}
