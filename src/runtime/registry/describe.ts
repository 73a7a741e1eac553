/** What is told of a tool: copies, so that nobody can change the contract through them. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { AnyTool, AuthRequirement, Effect, Origin } from "../../tool/types.js";
import { variableBindings } from "../graphql/bindings.js";
import { type Binding, bindings } from "../http/request/bindings.js";
import { holdsSchemas, isRecord, mapKeyword, mapValues, pointerParts, setOwn } from "../schema.js";
import { foldSchema } from "./fold.js";

/** What is known without loading a tool. */
export interface ToolSummary {
  /** As `call` takes it. */
  readonly name: string;
  readonly toolkit: string;
  readonly title?: string;
  readonly description: string;
  readonly effect: Effect;
  readonly tags?: readonly string[];
}

/** All that a model, a host or a script needs to call a tool. */
export interface ToolDescription extends ToolSummary {
  readonly origin: Origin;
  /** JSON Schema 2020-12 with local `$defs` only. */
  readonly inputSchema: JsonSchemaObject;
  readonly outputSchema?: JsonSchema;
  readonly bindings: readonly Binding[];
  readonly auth: readonly AuthRequirement[];
}

/** How much of a tool is described, and to whom. */
export interface DescribeOptions {
  /** Of the input schema, as JSON in bytes: what does not fit is folded, and still accepted. Default: no limit. */
  readonly maxSchemaBytes?: number;
  /** Whoever asks: of a tool that it may not know of, nothing is told. */
  readonly context?: unknown;
}

export function describeTool(
  name: string,
  toolkit: string,
  tool: AnyTool,
  { maxSchemaBytes = Number.POSITIVE_INFINITY }: DescribeOptions = {},
): ToolDescription {
  const input = foldSchema(publicSchema(tool.input), maxSchemaBytes);
  return {
    name,
    toolkit,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    effect: tool.effect,
    ...(tool.tags === undefined ? {} : { tags: [...tool.tags] }),
    origin: originOf(tool, toolkit),
    inputSchema: isRecord(input) ? (input as JsonSchemaObject) : { type: "object" },
    ...(tool.output === undefined ? {} : { outputSchema: publicSchema(tool.output) }),
    bindings: bindingsOf(tool),
    auth: "run" in tool ? [] : (copyData(tool.auth ?? []) as AuthRequirement[]),
  };
}

/** Of the arguments that a caller gives. */
function bindingsOf(tool: AnyTool): readonly Binding[] {
  const all = "http" in tool ? bindings(tool) : "graphql" in tool ? variableBindings(tool) : [];
  const { bound } = tool;
  return bound ? all.filter(({ arg }) => !Object.hasOwn(bound, arg)) : all;
}

function originOf(tool: AnyTool, toolkit: string): Origin {
  if ("http" in tool) {
    const { method, path } = tool.http;
    return { kind: "http", method, path, operationId: tool.operationId ?? null };
  }
  if ("graphql" in tool) {
    const { operation, field = null, operationName } = tool.graphql;
    return { kind: "graphql", operation, field, operationName };
  }
  return { kind: "function", file: toolkit, export: tool.name };
}

/** Switches and names that are not for those who read a schema; what is left refers to itself alone. */
const HIDDEN = /^(?:x-|\$(?:id|schema|anchor|comment|vocabulary|dynamic))/;

/** A deep copy with the definitions that it reaches, and without what is for the runtime alone. */
export function publicSchema(schema: JsonSchema): JsonSchema {
  if (!isRecord(schema)) return schema;
  const { $defs: shared = {}, ...root } = schema;
  const reached = new Set<string>();
  const copy = (part: JsonSchema): JsonSchema => {
    if (!isRecord(part)) return part;
    const copied: Record<string, unknown> = {};
    for (const keyword of Object.keys(part)) {
      if (HIDDEN.test(keyword)) continue;
      const value = part[keyword];
      if (keyword === "$ref" && typeof value === "string") {
        const [first, name] = pointerParts(value) ?? [];
        if (first === "$defs" && name !== undefined) reached.add(name);
      }
      setOwn(copied, keyword, holdsSchemas(keyword) ? mapKeyword(keyword, value, copy) : copyData(value));
    }
    return copied;
  };
  const copied = copy(root);
  const definitions = new Map<string, JsonSchema>();
  // A set that grows while it is gone through: what a definition reaches comes after it.
  for (const name of reached) {
    if (Object.hasOwn(shared, name)) definitions.set(name, copy(shared[name] ?? true));
  }
  if (definitions.size === 0) return copied;
  const sorted = [...definitions].sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...(copied as JsonSchemaObject), $defs: Object.fromEntries(sorted) };
}

function copyData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyData);
  return isRecord(value) ? mapValues(value, copyData) : value;
}
