/** Which argument goes where: the part of a tool's description that scripts lay out arguments by. */

import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import type { HttpToolDefinition } from "../../../tool/types.js";
import { isRecord } from "../../schema.js";
import { facetsOf, mapSchemas, propertySchemas, wireName } from "./facets.js";
import { completeParameter, type Place } from "./serialize.js";
import { templateOf } from "./template.js";

/** Where one argument goes. */
export interface Binding {
  readonly arg: string;
  readonly in: Place | "querystring" | "body" | "variable";
  /** Wire name; absent: the argument is the whole body. */
  readonly name?: string;
  /** JSON pointer below the argument, in argument names, `*` for any item or map value, to the key on the wire. */
  readonly rename?: Readonly<Record<string, string>>;
}

/** A recursive schema has no end; deeper than this nobody lays out arguments by hand. */
const MAX_DEPTH = 8;
/** Places of one argument that are looked at, the shallow ones first: a schema that refers to itself often grows fast. */
const MAX_PLACES = 5000;

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

/** Names on the wire below an argument, by their place. */
export function renamesBelow(schema: JsonSchema | undefined, root: JsonSchemaObject): Record<string, string> {
  const found: Record<string, string> = {};
  const open: { schemas: readonly (JsonSchema | undefined)[]; at: string; depth: number }[] = [
    { schemas: [schema], at: "", depth: 0 },
  ];
  for (let i = 0; i < open.length && i < MAX_PLACES; i++) {
    const place = open[i];
    if (!place || place.depth > MAX_DEPTH) break;
    const facets = facetsOf(place.schemas, root);
    const depth = place.depth + 1;
    for (const key of new Set(facets.flatMap((facet) => Object.keys(facet.properties ?? {})))) {
      const schemas = propertySchemas(facets, key);
      const at = `${place.at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      const wire = wireName(schemas);
      if (wire !== undefined) found[at] = wire;
      if (schemas.some((s) => typeof s === "object")) open.push({ schemas, at, depth });
    }
    const others = [...facets.flatMap((facet) => [facet.items, ...(facet.prefixItems ?? [])]), ...mapSchemas(facets)];
    if (others.some((s) => typeof s === "object")) open.push({ schemas: others, at: `${place.at}/*`, depth });
  }
  return found;
}
