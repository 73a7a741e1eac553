/** Decides every name and file of a toolkit before anything is printed, from the spec alone: no counters, no order. */
import type { Operation, ToolSpec } from "../ir/types.js";
import { EmitError, isReserved, isReservedType } from "./code.js";

export interface ToolkitPlan {
  readonly spec: ToolSpec;
  /** Of the toolkit's constant. */
  readonly exportName: string;
  readonly tools: readonly ToolPlan[];
  /** Type names of the shared schemas. */
  readonly typeNames: ReadonlyMap<string, string>;
}

export interface ToolPlan {
  readonly operation: Operation;
  /** Relative to the toolkit's folder. */
  readonly file: string;
  readonly exportName: string;
  readonly inputType: string;
  readonly outputType: string;
}

const NAME = /^[a-z][a-z0-9_]{0,47}$/;
const GROUP = /^[a-z0-9_]{1,64}$/;
const TYPE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

// What tool modules bind besides the tool.
const BOUND = new Set(["defineTool", "schemas", "selectable"]);

// Windows: such files cannot be made, whatever their extension.
const DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])$/;

export function planToolkit(spec: ToolSpec): ToolkitPlan {
  const exportName = bindable(camelCase(checked(spec.name, NAME, "toolkit name")));
  const tools = spec.operations.map((operation) => planTool(operation, exportName));
  const files = new Set(tools.map((tool) => tool.file));
  if (files.size !== tools.length) throw new EmitError("two tools have the same name");
  return { spec, exportName, tools, typeNames: nameTypes(Object.keys(spec.schemas)) };
}

function planTool(operation: Operation, toolkit: string): ToolPlan {
  const name = checked(operation.toolName, NAME, "tool name");
  const group = checked(operation.group, GROUP, "group");
  const camel = camelCase(name);
  const pascal = camel.charAt(0).toUpperCase() + camel.slice(1);
  return {
    operation,
    file: `tools/${fileName(group)}/${fileName(name)}.ts`,
    exportName: camel === toolkit ? `_${camel}` : bindable(camel),
    inputType: `${pascal}Input`,
    outputType: `${pascal}Output`,
  };
}

function checked(name: string, pattern: RegExp, what: string): string {
  if (!pattern.test(name)) throw new EmitError(`not a ${what}: ${JSON.stringify(name)}`);
  return name;
}

/** `list_pets` → `listPets`. An underscore before a digit or another one stays, so that no two names become one. */
function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

// No tool name starts with an underscore, so this cannot meet another one.
const bindable = (name: string): string => (isReserved(name) || BOUND.has(name) ? `_${name}` : name);
const fileName = (name: string): string => (DEVICE.test(name) ? `_${name}` : name);

function nameTypes(schemas: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set(schemas);
  for (const schema of schemas) {
    let name = TYPE_NAME.test(schema) ? schema : `_${schema.replace(/[^A-Za-z0-9_]/g, () => "_")}`;
    if (isReservedType(name)) name = `${name}_`;
    while (name !== schema && taken.has(name)) name = `${name}_`;
    taken.add(name);
    names.set(schema, name);
  }
  return names;
}
