/** An OpenAPI document → what `shape` makes a ToolSpec of. Operations are listed at once, and read when they are wanted. */
import type { Diagnostics } from "../../diagnostics.js";
import type { Source } from "../../ir/types.js";
import type { JsonSchema } from "../../tool/json-schema.js";
import type { AuthRequirement, AuthScheme, HttpPlan, Server } from "../../tool/types.js";
import { cap, cleanLine, cleanText, propertyText } from "../text.js";
import { createAuthReader } from "./auth.js";
import type { JsonValue, Location, OpenApiDocument } from "./document.js";
import { OperationFault } from "./follow.js";
import { readInput } from "./input.js";
import { type Candidate, listOperations } from "./operations.js";
import { readOutput } from "./output.js";
import type { KeyHeader } from "./parameter.js";
import { BrokenReference, createSchemaReader } from "./schema.js";
import { createServerReader } from "./servers.js";
import { ownObject, ownText } from "./value.js";

export type { Candidate };

/** One operation, read. */
export interface Detail {
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  readonly http: HttpPlan;
  readonly auth: readonly AuthRequirement[];
  /** Its own, or that of its path. */
  readonly server?: Server;
}

export interface Draft {
  readonly source: Source;
  /** Cleaned. */
  readonly title: string;
  readonly description?: string;
  /** `x-toolgen-<key>` of the document as a whole, unchecked. */
  readonly extensions: Readonly<Record<string, JsonValue>>;
  readonly operations: readonly Candidate[];
  /** The document's own, at least one. */
  readonly servers: readonly Server[];
  /** Undefined: something in it is wrong; that is reported. */
  read(operation: Candidate, keyHeader?: KeyHeader): Detail | undefined;
  scheme(name: string): AuthScheme | undefined;
  /** What these refer to, by name. */
  schemas(of: Iterable<JsonSchema>): Readonly<Record<string, JsonSchema>>;
  place(at: Location): ReturnType<OpenApiDocument["place"]>;
}

const MAX_TITLE = 100;
const MAX_DESCRIPTION = 1_024;

export function readOpenApi(document: OpenApiDocument, diagnostics: Diagnostics): Draft {
  const { root } = document;
  const text = propertyText();
  const schemas = createSchemaReader(document, diagnostics, { text });
  const auth = createAuthReader(document, diagnostics);
  const servers = createServerReader(document, diagnostics);
  const shared = {
    document,
    diagnostics,
    schemas,
    text,
    reported: new Set<string>(),
    known: new WeakMap(),
    read: new WeakMap(),
  };
  const info = ownObject(root.value, "info");
  const title = cap(cleanLine(ownText(info, "title") ?? ""), MAX_TITLE);
  const description = cap(cleanText(ownText(info, "description") ?? ownText(info, "summary") ?? ""), MAX_DESCRIPTION);
  const extensions: Record<string, JsonValue> = Object.create(null);
  for (const [key, value] of Object.entries(root.value)) {
    if (key.startsWith("x-toolgen-")) extensions[key.slice("x-toolgen-".length)] = value;
  }

  const detail = (candidate: Candidate, keyHeader: KeyHeader = {}): Detail => {
    const requirements = auth.requirements(candidate.node);
    const context = { ...shared, auth: requirements, scheme: auth.scheme, keyHeader };
    const { schema, plan } = readInput(candidate, context);
    const output = readOutput(candidate, context);
    const server = servers.own(candidate.node, candidate.item);
    const writeOnly = output.schema !== undefined && schemas.drops(output.schema);
    return {
      input: schema,
      ...(output.schema !== undefined && { output: output.schema }),
      http: {
        ...plan,
        ...(output.accept !== undefined && { accept: output.accept }),
        ...(writeOnly && { writeOnly: true }),
      },
      auth: requirements,
      ...(server && { server }),
    };
  };

  return {
    source: { kind: "openapi", version: document.versionText, title, file: document.file, sha256: document.sha256 },
    title,
    ...(description !== "" && { description }),
    extensions,
    operations: listOperations(document, diagnostics),
    servers: servers.top,
    read(candidate, keyHeader) {
      try {
        return detail(candidate, keyHeader);
      } catch (cause) {
        if (!(cause instanceof OperationFault || cause instanceof BrokenReference)) throw cause;
        const message = `${candidate.method} ${candidate.path}: ${cause.message}`;
        diagnostics.report("OPERATION_SKIPPED", { message, at: document.place(cause.at) });
        return undefined;
      }
    },
    scheme: auth.scheme,
    schemas: (of) => schemas.schemas(of),
    place: (at) => document.place(at),
  };
}
