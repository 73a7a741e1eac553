/** What swagger-parser thinks of a document: it compares it with the official schema of its version. */
import type { JsonObject, JsonValue, OpenApiVersion } from "./document.js";
import { tokensOf } from "./pointer.js";
import { isList, isObject, own } from "./value.js";

export interface Verdict {
  readonly findings: readonly VerdictFinding[];
  /** Why there is none. */
  readonly skipped?: string;
}

interface VerdictFinding {
  readonly message: string;
  /** JSON Pointer in the root file. */
  readonly pointer: string;
}

interface Fault {
  readonly instancePath: string;
  readonly message: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const MAX_FINDINGS = 100;

// swagger-parser compares each item of some lists with each other.
const MAX_LIST = 3_000;

/** Never throws, and reads neither disk nor network: references stay as they are, in a copy of the document. */
export async function swaggerParserVerdict(
  root: JsonObject,
  version: OpenApiVersion,
  longestList: number,
): Promise<Verdict> {
  if (longestList > MAX_LIST) return { findings: [], skipped: `a list of it has ${longestList} items` };
  const { copy, findings: repaired } = copyFor(root, version);
  const faults = await validate(copy);
  if (typeof faults === "string") return { findings: [...repaired, { message: faults, pointer: "" }] };
  const relevant = faults.filter(
    (fault) => !isNoise(fault) && !isMistaken(fault) && !isOfNewerVersion(fault, version) && !isReference(root, fault),
  );
  const findings = new Map(repaired.map((finding) => [`${finding.pointer}\n${finding.message}`, finding]));
  for (const fault of relevant) {
    const message = describe(fault);
    findings.set(`${fault.instancePath}\n${message}`, { message, pointer: fault.instancePath });
  }
  const all = [...findings.values()];
  if (all.length <= MAX_FINDINGS) return { findings: all };
  const more = { message: `and ${all.length - MAX_FINDINGS} more of the same kind`, pointer: "" };
  return { findings: [...all.slice(0, MAX_FINDINGS), more] };
}

async function validate(copy: JsonObject): Promise<readonly Fault[] | string> {
  try {
    const { default: SwaggerParser } = await import("@apidevtools/swagger-parser");
    await new SwaggerParser().validate("document.json", copy as never, {
      resolve: { external: false, file: false, http: false },
      dereference: { excludedPathMatcher: () => true },
      validate: { schema: true, spec: false },
    });
    return [];
  } catch (cause) {
    const details = cause instanceof Error && "details" in cause ? cause.details : undefined;
    if (Array.isArray(details)) return details.filter(isFault);
    return cause instanceof Error ? cause.message.slice(0, 500) : String(cause);
  }
}

function isFault(value: unknown): value is Fault {
  return typeof value === "object" && value !== null && "instancePath" in value && "message" in value;
}

/**
 * What makes swagger-parser stop before it compares anything is repaired in the copy, and reported. It knows versions by
 * their full names, up to 3.1.2.
 */
function copyFor(root: JsonObject, version: OpenApiVersion): { copy: JsonObject; findings: VerdictFinding[] } {
  const findings: VerdictFinding[] = [];
  const copy: { [key: string]: JsonValue } = { ...structuredClone(root) };
  const field = version === "2.0" ? "swagger" : "openapi";
  const text = own(root, field);
  if (typeof text === "number") findings.push({ message: "must be a string, in quotes", pointer: `/${field}` });
  const known = typeof text === "string" && /^3\.(?:0\.[0-4]|1\.[0-2])$/.test(text);
  copy[field] = version === "2.0" ? "2.0" : known ? text : version === "3.0" ? "3.0.4" : "3.1.1";
  const info = own(copy, "info");
  if (isObject(info) && typeof own(info, "version") === "number") {
    findings.push({ message: "must be a string, in quotes", pointer: "/info/version" });
    copy["info"] = { ...info, version: String(own(info, "version")) };
  }
  if (own(copy, "paths") === undefined) {
    const optional = (version === "3.1" || version === "3.2") && (own(copy, "webhooks") ?? own(copy, "components"));
    if (!optional) findings.push({ message: "must have required property 'paths'", pointer: "" });
    copy["paths"] = {};
  }
  return { copy, findings };
}

/** Each fault inside a `oneOf` brings these along, and they say nothing of their own. */
function isNoise({ keyword, params }: Fault): boolean {
  if (keyword === "required") return params["missingProperty"] === "$ref";
  return ["oneOf", "anyOf", "allOf", "if", "then", "else", "not"].includes(keyword);
}

/** Faults of the schemas that swagger-parser carries: the standard has these fields. */
function isMistaken({ params, instancePath }: Fault): boolean {
  const extra = params["unevaluatedProperty"];
  if (extra === "server") return /\/links\/[^/]+$/.test(instancePath);
  return extra === "description" && /\/variables\/[^/]+$/.test(instancePath);
}

// OpenAPI 3.2.
const NEW_FIELDS = new Set(
  "$self query additionalOperations itemSchema itemEncoding prefixEncoding mediaTypes dataValue serializedValue summary parent kind name deviceAuthorization deviceAuthorizationUrl oauth2MetadataUrl deprecated defaultMapping nodeType encoding style explode flows".split(
    " ",
  ),
);

function isOfNewerVersion({ keyword, params, instancePath }: Fault, version: OpenApiVersion): boolean {
  if (version !== "3.2") return false;
  const extra = params["unevaluatedProperty"] ?? params["additionalProperty"];
  if (typeof extra === "string") return NEW_FIELDS.has(extra);
  return keyword === "enum" || keyword === "const" ? /\/(?:in|style)$/.test(instancePath) : false;
}

/** A reference where the standard has none (operations given by `$ref`) is read all the same. */
function isReference(root: JsonObject, fault: Fault): boolean {
  const value = tokensOf(fault.instancePath).reduce<JsonValue | undefined>(
    (at, key) => (isList(at) ? at[Number(key)] : own(at, key)),
    root,
  );
  return isObject(value) && typeof own(value, "$ref") === "string";
}

function describe({ message, params, keyword }: Fault): string {
  const extra = params["additionalProperty"] ?? params["unevaluatedProperty"] ?? params["propertyName"];
  if (typeof extra === "string") return `${message}: ${JSON.stringify(extra)}`;
  if (keyword === "enum" && Array.isArray(params["allowedValues"])) {
    return `${message}: ${params["allowedValues"].map((v) => JSON.stringify(v)).join(", ")}`;
  }
  return keyword === "pattern" && typeof params["pattern"] === "string" ? "has an unexpected form" : message;
}
