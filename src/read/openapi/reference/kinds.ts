/**
 * What stands below a key. OpenAPI does not mark schemas, so this is how a walk tells a reference or `$id` from data or
 * from a name that looks like one (a property called `$ref`, an example that holds one).
 */

/** `object`: its keys are keywords. `map`: its keys are names. `examples`: a map of Example Objects. `data`: anything. */
export type Kind = "object" | "map" | "examples" | "example" | "mapping" | "data";

const MAPS = new Set([
  // JSON Schema
  "properties",
  "patternProperties",
  "dependentSchemas",
  "dependencies",
  "$defs",
  "definitions",
  // OpenAPI
  "paths",
  "webhooks",
  "responses",
  "parameters",
  "schemas",
  "requestBodies",
  "headers",
  "securitySchemes",
  "securityDefinitions",
  "links",
  "callbacks",
  "pathItems",
  "mediaTypes",
  "additionalOperations",
  "content",
  "encoding",
  "variables",
]);

/** Extensions of Swagger 2.0 that hold schemas. */
const SCHEMAS = new Set(["x-oneOf", "x-anyOf", "x-not"]);

const DATA = new Set(["default", "example", "enum", "const"]);

/** The kind of the value below `key` of a node of kind `parent`. */
export function kindBelow(parent: Kind, key: string, value: unknown): Kind {
  switch (parent) {
    case "object":
      if (DATA.has(key) || (key.startsWith("x-") && !SCHEMAS.has(key))) return "data";
      if (key === "mapping") return "mapping";
      if (key === "examples") return Array.isArray(value) ? "data" : "examples";
      return MAPS.has(key) && !Array.isArray(value) ? "map" : "object";
    case "map":
      return "object";
    case "examples":
      return "example";
    case "example":
    case "mapping":
    case "data":
      return "data";
    default:
      return parent satisfies never;
  }
}
