/** Swagger 2.0 → the shape of OpenAPI 3.0, file by file. */
import type { Code } from "../../../diagnostics.js";
import type { JsonObject, JsonValue, Location, Node } from "../document.js";
import { token } from "../pointer.js";
import { type Conversion, type Entries, follow, kept, members } from "./context.js";
import { convertParameter, isBody } from "./parameter.js";
import { convertPathItem, type Defaults, textList } from "./path.js";
import { type Link, rebase } from "./rebase.js";
import { convertResponse } from "./response.js";
import { convertTree } from "./schema.js";
import { convertSecurityScheme } from "./security.js";
import { convertServers } from "./servers.js";
import { createTrail, type Trail } from "./trail.js";

export interface Swagger2 {
  readonly root: Node<JsonObject>;
  readonly files: ReadonlyMap<string, JsonValue>;
  readonly link: Link;
  /** Of the URL that the root file was fetched from: `https`. */
  readonly scheme: string | undefined;
  resolve(ref: string, from: Location): Node | undefined;
  report(code: Code, message: string, at: Location): void;
}

export interface Converted {
  readonly root: JsonObject;
  /** The structure of all files but the root stays as it is. */
  readonly files: ReadonlyMap<string, JsonValue>;
  readonly trail: Trail;
}

export function convertSwagger2(source: Swagger2): Converted {
  const { root, link } = source;
  const key = root.at.file;
  const trail = createTrail();
  const toRoot = (ref: string, from: Location) => rebase(ref, from, key, key, link);
  const context: Conversion = {
    root: key,
    trail,
    resolve: source.resolve,
    rebase: toRoot,
    schema: ({ value, at }) => convertTree(value, (ref) => toRoot(ref, at)),
    report: source.report,
  };
  const converted = convertRoot(root, context, source.scheme);
  const files = [...source.files].map(([file, value]): [string, JsonValue] => {
    if (file === key) return [file, converted];
    const at = { file, pointer: "" };
    return [file, convertTree(value, (ref) => rebase(ref, at, file, key, link))];
  });
  return { root: converted, files: new Map(files), trail };
}

function convertRoot(root: Node<JsonObject>, context: Conversion, scheme: string | undefined): JsonObject {
  const { value } = root;
  const defaults: Defaults = {
    consumes: textList(value, "consumes") ?? [],
    produces: textList(value, "produces") ?? [],
    servers: (schemes) => convertServers(value, schemes, scheme),
  };
  const paths = members(root, "paths", context).map(([path, node]): readonly [string, JsonValue] => {
    if (!path.startsWith("/")) return [path, node.value];
    return [path, convertPathItem(node, `/paths/${token(path)}`, defaults, context)];
  });
  const entries: Entries = [
    ["openapi", "3.0.3"],
    ...kept(value, ["info", "tags", "externalDocs", "security"]),
    ["servers", convertServers(value, undefined, scheme)],
    ["paths", Object.fromEntries(paths)],
    ["components", convertComponents(root, defaults, context)],
  ];
  return Object.fromEntries(entries);
}

function convertComponents(root: Node<JsonObject>, defaults: Defaults, context: Conversion): JsonObject {
  const schemas = members(root, "definitions", context).map(([name, node]): readonly [string, JsonValue] => {
    context.trail.add(`/components/schemas/${token(name)}`, node.at);
    return [name, context.schema(node)];
  });
  return {
    schemas: Object.fromEntries(schemas),
    parameters: convertMap(root, "parameters", "parameters", context, (node, to) =>
      isBody(node.value) ? undefined : convertParameter(node, to, context),
    ),
    responses: convertMap(root, "responses", "responses", context, (node, to) =>
      convertResponse(node, defaults.produces, to, context),
    ),
    securitySchemes: convertMap(root, "securityDefinitions", "securitySchemes", context, (node, to) =>
      convertSecurityScheme(node, to, context),
    ),
  };
}

function convertMap(
  root: Node<JsonObject>,
  key: string,
  into: string,
  context: Conversion,
  convert: (node: Node<JsonObject>, to: string) => JsonValue | undefined,
): JsonObject {
  const entries = members(root, key, context).flatMap(([name, node]): (readonly [string, JsonValue])[] => {
    const target = follow(node, context);
    const converted = target && convert(target, `/components/${into}/${token(name)}`);
    return converted === undefined ? [] : [[name, converted]];
  });
  return Object.fromEntries(entries);
}
