/** What is told of a tool: copies, so that nobody can change the contract through them. */
import type { JsonSchema, JsonSchemaObject } from "../tool/json-schema.js";
import type { AnyTool, AuthRequirement, Effect, Origin } from "../tool/types.js";
import { type Binding, bindings } from "./http/bindings.js";
import { isRecord, mapKeyword, setOwn } from "./schema.js";

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

export function describeTool(name: string, toolkit: string, tool: AnyTool): ToolDescription {
  const http = "http" in tool ? tool : undefined;
  const input = publicSchema(tool.input);
  return {
    name,
    toolkit,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: tool.description,
    effect: tool.effect,
    ...(tool.tags === undefined ? {} : { tags: [...tool.tags] }),
    origin: http
      ? { kind: "http", method: http.http.method, path: http.http.path, operationId: http.operationId ?? null }
      : { kind: "function", file: toolkit, export: tool.name },
    inputSchema: isRecord(input) ? (input as JsonSchemaObject) : { type: "object" },
    ...(tool.output === undefined ? {} : { outputSchema: publicSchema(tool.output) }),
    bindings: http ? bindings(http) : [],
    auth: structuredClone(http?.auth ?? []) as AuthRequirement[],
  };
}

/** A deep copy with the definitions that it reaches, and without what is for the runtime alone. */
export function publicSchema(schema: JsonSchema): JsonSchema {
  if (!isRecord(schema)) return schema;
  const root = schema as JsonSchemaObject;
  const shared = root.$defs ?? {};
  const defs: Record<string, unknown> = {};
  const waiting: string[] = [];
  const copy = (part: JsonSchema): unknown => {
    if (!isRecord(part)) return part;
    const copied: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword.startsWith("x-toolgen-") || keyword === "$defs") continue;
      const name =
        keyword === "$ref" && typeof value === "string" && value.startsWith("#/$defs/") ? value.slice(8) : undefined;
      if (name !== undefined && !Object.hasOwn(defs, name)) {
        setOwn(defs, name, true);
        waiting.push(name);
      }
      const inner = mapKeyword(keyword, value, copy);
      setOwn(copied, keyword, inner === value && typeof value === "object" ? structuredClone(value) : inner);
    }
    return copied;
  };
  const copied = copy(root) as Record<string, unknown>;
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    setOwn(defs, name, copy(Object.hasOwn(shared, name) ? (shared[name] ?? true) : true));
  }
  const names = Object.keys(defs).sort();
  return (
    names.length ? { ...copied, $defs: Object.fromEntries(names.map((name) => [name, defs[name]])) } : copied
  ) as JsonSchema;
}
