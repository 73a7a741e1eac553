/** Which version of the standard a document is written in, or what else it is. */
import { ReadFault } from "../source/fault.js";
import type { JsonObject, JsonValue, OpenApiVersion } from "./document.js";
import { GRAPHQL, type Other, otherText } from "./parse/other.js";
import { isObject, own, ownText } from "./value.js";

export interface Version {
  readonly version: OpenApiVersion;
  /** As written. */
  readonly text: string;
  /** Newer than what is known, and read as the newest that is. */
  readonly unknown: boolean;
}

const SUPPORTED = "Swagger 2.0, OpenAPI 3.0, 3.1 and 3.2 are supported";
const MINORS: readonly OpenApiVersion[] = ["3.0", "3.1", "3.2"];

/** Throws `ReadFault`. */
export function detectVersion(root: JsonValue): { root: JsonObject; version: Version } {
  if (!isObject(root)) {
    const found = Array.isArray(root) ? "a list" : root === null ? "empty" : `a ${typeof root}`;
    throw notOpenApi(`the document is ${found}`, typeof root === "string" ? otherText(root) : undefined);
  }
  const openapi = versionText(own(root, "openapi"));
  const swagger = versionText(own(root, "swagger"));
  if (openapi !== undefined) return { root, version: openApiVersion(openapi) };
  if (swagger !== undefined) {
    if (/^2(?:\.0)?$/.test(swagger)) return { root, version: { version: "2.0", text: swagger, unknown: false } };
    // Some documents of the transition say "swagger": "3.0.0".
    if (/^3\.\d/.test(swagger)) return { root, version: openApiVersion(swagger) };
    throw unsupported(`swagger: ${swagger}`);
  }
  const old = versionText(own(root, "swaggerVersion"));
  if (old !== undefined) throw unsupported(`swaggerVersion: ${old}`);
  throw notOpenApi('the document has neither "openapi" nor "swagger"', otherDocument(root));
}

// YAML reads 3.0 as a number, and so does who forgets the quotes.
function versionText(value: JsonValue | undefined): string | undefined {
  if (typeof value === "string") return value.trim();
  return typeof value === "number" ? (Number.isInteger(value) ? `${value}.0` : String(value)) : undefined;
}

function openApiVersion(text: string): Version {
  const minor = /^v?3(?:\.(\d+))?(?:[.\-+].*)?$/i.exec(text);
  if (!minor) throw unsupported(`openapi: ${text.slice(0, 40)}`);
  const known = MINORS[Number(minor[1] ?? 0)];
  return { version: known ?? "3.2", text, unknown: known === undefined };
}

function unsupported(found: string): ReadFault {
  return new ReadFault("VERSION_UNSUPPORTED", `the document says ${found}; ${SUPPORTED}`);
}

function notOpenApi(found: string, other: Other | undefined): ReadFault {
  const message = other ? `${found}; it looks like ${other.what}` : found;
  return new ReadFault("NOT_OPENAPI", message, { fix: other?.fix });
}

function otherDocument(root: JsonObject): Other | undefined {
  if (own(root, "__schema") !== undefined || own(own(root, "data"), "__schema") !== undefined) return GRAPHQL;
  if (own(root, "asyncapi") !== undefined) return { what: "an AsyncAPI document" };
  if (own(root, "arazzo") !== undefined)
    return { what: "an Arazzo document", fix: "Name the OpenAPI document it uses." };
  if (own(root, "overlay") !== undefined)
    return { what: "an Overlay", fix: "Name the OpenAPI document it applies to." };
  if (ownText(own(root, "info"), "schema")?.includes("getpostman.com")) {
    return { what: "a Postman collection", fix: "Export it as OpenAPI." };
  }
  if (ownText(root, "kind")?.startsWith("discovery#")) return { what: "a Google discovery document" };
  if (own(root, "$schema") !== undefined) return { what: "a JSON Schema" };
  if (own(root, "paths") !== undefined) {
    return { what: "an OpenAPI document without its version", fix: 'Add "openapi": "3.0.3", or the version it is.' };
  }
  return undefined;
}
