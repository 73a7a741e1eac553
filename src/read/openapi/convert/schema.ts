/** Swagger 2.0 Schema Object → OpenAPI 3.0 Schema Object, and whole trees that hold some. The structure stays. */
import type { JsonObject, JsonValue } from "../document.js";
import { type Kind, kindBelow } from "../reference/kinds.js";
import { isList, isObject } from "../value.js";

/** Depth is limited before, when the document is scanned. */
export function convertTree(value: JsonValue, rebase: (ref: string) => string, kind: Kind = "object"): JsonValue {
  if (kind === "data" || kind === "mapping") return value;
  if (isList(value)) return value.map((item) => convertTree(item, rebase, kind));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => {
    if (key === "$ref" && typeof child === "string") return [key, rebase(child)] as const;
    return [key, convertTree(child, rebase, kindBelow(kind, key, child))] as const;
  });
  const plain: JsonObject = Object.fromEntries(entries);
  return kind === "object" ? modernised(plain) : plain;
}

const RENAMED = new Map([
  ["x-oneOf", "oneOf"],
  ["x-anyOf", "anyOf"],
  ["x-not", "not"],
]);

function modernised(schema: JsonObject): JsonObject {
  if (!Object.keys(schema).some((key) => CONCERNED.has(key))) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): (readonly [string, JsonValue])[] => {
    if (key === "x-nullable" && typeof value === "boolean") return [["nullable", value]];
    if (key === "discriminator" && typeof value === "string") return [[key, { propertyName: value }]];
    if (key === "type" && value === "file")
      return [
        [key, "string"],
        ["format", "binary"],
      ];
    if (key === "format" && schema["type"] === "file") return [];
    const name = RENAMED.get(key);
    return [[name !== undefined && !Object.hasOwn(schema, name) ? name : key, value]];
  });
  return Object.fromEntries(entries);
}

const CONCERNED = new Set(["x-nullable", "discriminator", "type", ...RENAMED.keys()]);
