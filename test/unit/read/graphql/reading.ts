import { buildSchema, type GraphQLSchema } from "graphql";
import { Diagnostics } from "../../../../src/diagnostics.js";
import type { GraphqlDetail, ReadGraphqlOptions } from "../../../../src/read/graphql/draft.js";
import { readGraphql } from "../../../../src/read/graphql/index.js";
import type { OperationFile } from "../../../../src/read/graphql/loaded.js";
import type { JsonSchema } from "../../../../src/tool/json-schema.js";

const SOURCE = { kind: "graphql", title: "Test", file: "schema.graphql", sha256: "" } as const;

export interface Reading {
  readonly details: Readonly<Record<string, GraphqlDetail>>;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** `CODE message` */
  readonly found: readonly string[];
  readonly places: readonly string[];
}

/** Everything that reading a schema gives, by label. */
export function reading(
  sdl: string | GraphQLSchema,
  options: ReadGraphqlOptions = {},
  documents?: Readonly<Record<string, string>> | readonly OperationFile[],
): Reading {
  const diagnostics = new Diagnostics();
  const schema = typeof sdl === "string" ? buildSchema(sdl, { assumeValidSDL: true, assumeValid: true }) : sdl;
  const files = documents && (isFiles(documents) ? documents : filesOf(documents));
  const loaded = { schema, source: SOURCE, title: "Test", ...(files && { documents: files }) };
  const draft = readGraphql(loaded, options, diagnostics);
  const details = draft.operations.flatMap((one) => {
    const detail = draft.read(one);
    return detail ? [[one.label, detail] as const] : [];
  });
  return {
    details: Object.fromEntries(details),
    schemas: draft.schemas(
      details.flatMap(([, { input, output }]) => (output === undefined ? [input] : [input, output])),
    ),
    found: diagnostics.list.map(({ code, message }) => `${code} ${message}`),
    places: diagnostics.list.map(({ at }) => `${at?.file ?? ""}:${at?.line ?? ""}:${at?.column ?? ""}`),
  };
}

function isFiles(documents: object): documents is readonly OperationFile[] {
  return Array.isArray(documents);
}

function filesOf(documents: Readonly<Record<string, string>>): readonly OperationFile[] {
  return Object.entries(documents).map(([file, text]) => ({ file, text, imported: false }));
}

/** The document of the only query or mutation, in one line. */
export function documentOf(sdl: string, label: string, options: ReadGraphqlOptions = {}): string {
  return (reading(sdl, options).details[label]?.graphql.document ?? "").replace(/\s+/g, " ");
}

/** What is selected below the root field, in one line. */
export function selectionOf(sdl: string, label: string, options: ReadGraphqlOptions = {}): string {
  const document = documentOf(sdl, label, options);
  const [, below = ""] = /^\w+ \w+(?:\(.*?\))? \{ \w+(?:\(.*?\))? ?(.*) \}$/.exec(document) ?? [];
  return below;
}
