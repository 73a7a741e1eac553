/** Which argument goes where: the part of a tool's description that scripts lay out arguments by. */

import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import type { HttpToolDefinition } from "../../tool/types.js";
import { isRecord } from "../schema.js";
import { facetsOf, mapSchemas, wireName } from "./facets.js";
import { completeParameter, type Place } from "./serialize.js";
import { templateOf } from "./template.js";

export interface Binding {
  readonly arg: string;
  readonly in: Place | "querystring" | "body";
  /** Wire name; absent: the argument is the whole body. */
  readonly name?: string;
  /** JSON pointer below the argument, in argument names, `*` for any item or map value, to the key on the wire. */
  readonly rename?: Readonly<Record<string, string>>;
}

/** A recursive schema has no end; deeper than this nobody lays out arguments by hand. */
const MAX_DEPTH = 8;

export function bindings(tool: HttpToolDefinition): Binding[] {
  const { http } = tool;
  const root: JsonSchemaObject = isRecord(tool.input) ? tool.input : {};
  const list: Binding[] = [];
  const renames = (arg: string, renamed: boolean): Pick<Binding, "rename"> => {
    const found = renamed ? renamesBelow(root.properties?.[arg], root) : {};
    return Object.keys(found).length ? { rename: found } : {};
  };
  for (const { arg, name, renamed } of templateOf(http).parameters) {
    list.push({ arg, in: "path", name, ...renames(arg, renamed) });
  }
  for (const place of ["query", "header", "cookie"] as const) {
    for (const plan of http[place] ?? []) {
      const { arg, name, renamed } = completeParameter(plan, place);
      list.push({ arg, in: place, name, ...renames(arg, renamed) });
    }
  }
  if (http.querystring) list.push({ arg: http.querystring.arg, in: "querystring", name: http.querystring.arg });
  const { body } = http;
  if (body?.arg !== undefined) list.push({ arg: body.arg, in: "body", ...renames(body.arg, body.renamed === true) });
  for (const field of body?.fields ?? []) {
    const { arg, name } = typeof field === "string" ? { arg: field, name: field } : field;
    list.push({ arg, in: "body", name, ...renames(arg, body?.renamed === true) });
  }
  return list;
}

function renamesBelow(schema: JsonSchema | undefined, root: JsonSchemaObject): Record<string, string> {
  const found: Record<string, string> = {};
  const visit = (schemas: readonly (JsonSchema | undefined)[], pointer: string, depth: number): void => {
    if (depth > MAX_DEPTH) return;
    const facets = facetsOf(schemas, root);
    const keys = new Set(facets.flatMap((facet) => Object.keys(facet.properties ?? {})));
    for (const key of keys) {
      const below = facets.flatMap((facet) =>
        facet.properties && Object.hasOwn(facet.properties, key) ? [facet.properties[key] as JsonSchema] : [],
      );
      const at = `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const wire = wireName(below);
      if (wire !== undefined) found[at] = wire;
      visit(below, at, depth + 1);
    }
    const others = [...facets.flatMap((facet) => [facet.items, ...(facet.prefixItems ?? [])]), ...mapSchemas(facets)];
    if (others.some((s) => typeof s === "object")) visit(others, `${pointer}/*`, depth + 1);
  };
  visit([schema], "", 0);
  return found;
}
