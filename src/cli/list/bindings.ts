/** Where each argument of a tool goes on the wire, read from its plan and from the renames in its input schema. */
import { isRecord, resolveRef } from "../../runtime/schema.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { HttpBody, HttpParameter, HttpPlan } from "../../tool/types.js";

export interface Binding {
  readonly arg: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie" | "body";
  /** Wire name; absent: the argument is the whole body. */
  readonly name?: string;
  /** JSON pointer below the argument, `*` for any item or map value → the key on the wire. */
  readonly rename?: Readonly<Record<string, string>>;
}

/** A schema that contains itself is followed so many times; deeper values keep the pattern. */
const LAPS = 3;
/** Ends the walk through schemas that contain each other in countless ways. */
const MAX_STEPS = 20_000;

export function bindingsOf(plan: HttpPlan, input: JsonSchema): readonly Binding[] {
  const root = isRecord(input) ? input : {};
  const all: Binding[] = [
    ...pathNames(plan).map((name): Binding => ({ arg: pathArgument(plan, name), in: "path", name })),
    ...(plan.query ?? []).map((p) => parameter("query", p)),
    ...(plan.header ?? []).map((p) => parameter("header", p)),
    ...(plan.cookie ?? []).map((p) => parameter("cookie", p)),
  ];
  if (plan.querystring) all.push({ arg: plan.querystring.arg, in: "querystring", name: plan.querystring.arg });
  if (plan.body) all.push(...bodyBindings(plan.body));
  return all.map((binding) => {
    const schema = root.properties?.[binding.arg];
    const rename = schema === undefined ? {} : renames(schema, root);
    return Object.keys(rename).length === 0 ? binding : { ...binding, rename };
  });
}

const pathNames = (plan: HttpPlan): readonly string[] => [
  ...new Set([...plan.path.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name)),
];

function pathArgument(plan: HttpPlan, name: string): string {
  return plan.pathParameters?.find((p) => (p.name ?? p.arg) === name)?.arg ?? name;
}

function parameter(place: "query" | "header" | "cookie", p: HttpParameter): Binding {
  const { arg, name = arg } = typeof p === "string" ? { arg: p } : p;
  return { arg, in: place, name };
}

function bodyBindings({ arg, fields = [] }: HttpBody): readonly Binding[] {
  const flat = fields.map((f): Binding => {
    const { arg: field, name } = typeof f === "string" ? { arg: f, name: f } : f;
    return { arg: field, in: "body", name };
  });
  return arg === undefined ? flat : [...flat, { arg, in: "body" }];
}

function renames(schema: JsonSchema, root: JsonSchemaObject): Record<string, string> {
  const found: Record<string, string> = {};
  if (!hasRenames(schema, root)) return found;
  const laps = new Map<JsonSchema, number>();
  let steps = 0;
  const walk = (node: JsonSchema, pointer: string): void => {
    const lap = laps.get(node) ?? 0;
    if (lap >= LAPS || ++steps > MAX_STEPS) return;
    laps.set(node, lap + 1);
    for (const { below, schema: child } of children(node, root)) {
      const wire = isRecord(child) ? child["x-toolgen-wire"] : undefined;
      if (typeof wire === "string") found[pointer + below] = wire;
      walk(child, pointer + below);
    }
    laps.set(node, lap);
  };
  walk(schema, "");
  return found;
}

/** Looks at each schema once, where `renames` has to follow every path. */
function hasRenames(schema: JsonSchema, root: JsonSchemaObject): boolean {
  const seen = new Set<JsonSchema>([schema]);
  for (const node of seen) {
    for (const { schema: child } of children(node, root)) {
      if (isRecord(child) && "x-toolgen-wire" in child) return true;
      seen.add(child);
    }
  }
  return false;
}

interface Child {
  /** What it adds to the pointer. */
  readonly below: string;
  readonly schema: JsonSchema;
}

/** The schemas that a value's parts, or the value itself, are described by. */
function children(node: JsonSchema, root: JsonSchemaObject): readonly Child[] {
  if (!isRecord(node)) return [];
  const target = typeof node.$ref === "string" ? resolveRef(root, node.$ref) : undefined;
  const same = [target, ...(node.allOf ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  const any = [node.items, node.additionalProperties, ...Object.values(node.patternProperties ?? {})];
  const all = [
    ...same.map((schema) => ({ below: "", schema })),
    ...Object.entries(node.properties ?? {}).map(([key, schema]) => ({ below: `/${escapePart(key)}`, schema })),
    ...any.map((schema) => ({ below: "/*", schema })),
    ...(node.prefixItems ?? []).map((schema, i) => ({ below: `/${i}`, schema })),
  ];
  return all.filter((child): child is Child => child.schema !== undefined);
}

const escapePart = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1");
