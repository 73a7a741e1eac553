/** Which arguments a host binds when it registers a toolkit, and a tool without them. */
import { isSource, parseTarget } from "../../tool/binding.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { withoutArguments } from "../../tool/narrow.js";
import type { AnyTool, BoundArgument, BoundSource, Toolkit } from "../../tool/types.js";
import { globs } from "../globs.js";
import { isRecord } from "../schema.js";

/** By `arg`, or `tool:arg` with `*` for any characters in the tool's name, with or without its namespace. */
export type Bind = Readonly<Record<string, BoundSource>>;

/** Throws where a key or a source is wrong, or names a tool that is not there. */
export function checkBind(bind: Bind, { name, tools }: Toolkit, namespace: string | undefined): void {
  for (const [key, from] of Object.entries(bind)) {
    const target = parseTarget(key);
    if (!target)
      throw new Error(`bind of toolkit "${name}": ${JSON.stringify(key)} is no argument, and no tool:argument.`);
    if (!isSource(from)) {
      throw new Error(`bind of toolkit "${name}": ${key} is none of { value }, { env: "NAME" }, { context: "path" }.`);
    }
    if (!Object.keys(tools).some((tool) => isMeant(target.tool, tool, namespace))) {
      throw new Error(`bind of toolkit "${name}": there is no tool ${JSON.stringify(target.tool)}.`);
    }
  }
}

/** Whether a key may bind something of a toolkit. */
export function bindsIn(key: string, { tools }: Toolkit, namespace: string | undefined): boolean {
  const target = parseTarget(key);
  return target !== undefined && Object.keys(tools).some((tool) => isMeant(target.tool, tool, namespace));
}

function isMeant(pattern: string | undefined, tool: string, namespace: string | undefined): boolean {
  if (pattern === undefined) return true;
  const matches = globs([pattern]);
  return matches(tool) || (namespace !== undefined && matches(`${namespace}__${tool}`));
}

/**
 * The tool as models see it: without what it or `bind` binds. A text: an argument that `bind` names for this very tool,
 * which it does not have; were that let pass, a model might give what it must not.
 */
export function boundTool(tool: AnyTool, bind: Bind = {}, namespace?: string): AnyTool | string {
  const input: JsonSchemaObject = isRecord(tool.input) ? tool.input : {};
  const properties = input.properties ?? {};
  const bound = new Map(Object.entries(tool.bound ?? {}));
  for (const [key, from] of sorted(bind)) {
    const { tool: pattern, arg } = parseTarget(key) ?? { arg: key };
    if (!isMeant(pattern, tool.name, namespace)) continue;
    const known = bound.get(arg)?.schema ?? (Object.hasOwn(properties, arg) ? properties[arg] : undefined);
    if (known !== undefined) bound.set(arg, { ...from, schema: bound.has(arg) ? known : alone(known, input) });
    else if (reach(key) === 0)
      return `what is bound to its argument ${JSON.stringify(arg)} has no place: it has no such argument`;
  }
  if (bound.size === 0) return tool;
  return { ...tool, input: withoutArguments(input, bound), bound: Object.fromEntries(bound) };
}

/** The key of `bind` that binds an argument of this tool; the argument itself, where the tool does so. */
export function boundBy(arg: string, tool: string, bind: Bind = {}, namespace?: string): string {
  const keys = sorted(bind).map(([key]) => key);
  return (
    keys.findLast((key) => {
      const target = parseTarget(key);
      return (target?.arg ?? key) === arg && isMeant(target?.tool, tool, namespace);
    }) ?? arg
  );
}

/** What is said of one tool goes before what is said of many, and that before what is said of all: the last one counts. */
const sorted = (bind: Bind): (readonly [string, Bind[string]])[] =>
  Object.entries(bind).sort(([a], [b]) => reach(b) - reach(a));

/** 0: one tool; 1: some; 2: all. */
function reach(key: string): number {
  const tool = parseTarget(key)?.tool;
  return tool === undefined ? 2 : tool.includes("*") ? 1 : 0;
}

/** With the definitions that it may refer to. */
function alone(schema: JsonSchema, { $defs }: JsonSchemaObject): JsonSchema {
  return isRecord(schema) && $defs ? { ...schema, $defs } : schema;
}

/** What stands behind the line that models do not see past: the tool with all of its arguments, and the bound ones alone. */
export interface Whole {
  readonly tool: AnyTool;
  readonly schema: JsonSchemaObject;
}

export function wholeTool(tool: AnyTool, bound: Readonly<Record<string, BoundArgument>>): Whole {
  const input: JsonSchemaObject = isRecord(tool.input) ? tool.input : {};
  let $defs = input.$defs;
  const entries = Object.entries(bound).map(([arg, { schema }]): [string, JsonSchema] => {
    if (!isRecord(schema)) return [arg, schema];
    const { $defs: own, ...rest } = schema;
    // Those of a toolkit are one object that its tools share.
    if (own !== undefined && own !== $defs) $defs = { ...own, ...$defs };
    return [arg, rest];
  });
  const properties = Object.fromEntries(entries);
  const shared = $defs && { $defs };
  return {
    tool: { ...tool, input: { ...input, properties: { ...input.properties, ...properties }, ...shared } },
    schema: { type: "object", properties, ...shared },
  };
}
