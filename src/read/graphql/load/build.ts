/** Parsed files → one schema. @graphql-tools/load merges them; what it may read is what our own loader hands out. */
import { loadSchema } from "@graphql-tools/load";
import {
  concatAST,
  type DefinitionNode,
  type DocumentNode,
  GraphQLError,
  GraphQLSchema,
  isTypeDefinitionNode,
  isTypeExtensionNode,
  Kind,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  validateSchema,
} from "graphql";
import { validateSDL } from "graphql/validation/validate.js";
import type { Diagnostics } from "../../../diagnostics.js";
import { ReadFault } from "../../source/fault.js";
import { withoutEndlessDefaults } from "./endless.js";
import { hidingDirectives, isFederationDirective } from "./federation.js";

export type Part =
  | { readonly file: string; readonly document: DocumentNode }
  | { readonly file: string; readonly schema: GraphQLSchema };

const MAX_REPORTED = 20;

/** A schema that is slightly wrong is built with a warning. Throws `ReadFault` where none can be built. */
export async function buildSchema(parts: readonly Part[], diagnostics: Diagnostics): Promise<GraphQLSchema> {
  const [first] = parts;
  if (first && parts.length === 1 && "schema" in first) return first.schema;
  const defined = withSoundDefaults(withDefinitions(parts), diagnostics);
  reportFaults(defined, hidingDirectives(documentsOf(parts)), diagnostics);
  try {
    const sources = defined.map((part) => ({ location: part.file, ...part }));
    return await loadSchema("toolgen:schema", {
      loaders: [{ load: async () => sources, loadSync: () => sources }],
      assumeValidSDL: true,
      // In the order of the files.
      sort: false,
    });
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new ReadFault("GRAPHQL_UNUSABLE", cause.message.trim().replace(/\s+/g, " ").slice(0, 500), {}, cause);
  }
}

/** Of each type that is only extended, the first extension defines it: subgraphs and split schemas are written so. */
function withDefinitions(parts: readonly Part[]): readonly Part[] {
  const defined = new Set<string>();
  for (const part of parts) {
    if ("schema" in part) for (const name of Object.keys(part.schema.getTypeMap())) defined.add(name);
    else for (const node of part.document.definitions) if (isTypeDefinitionNode(node)) defined.add(node.name.value);
  }
  const define = (node: DefinitionNode): DefinitionNode => {
    if (!isTypeExtensionNode(node) || defined.has(node.name.value)) return node;
    defined.add(node.name.value);
    return definitionOf(node);
  };
  return parts.map((part) => {
    if ("schema" in part) return part;
    const definitions = part.document.definitions.filter((node) => !linksOnly(node)).map(define);
    return { ...part, document: { ...part.document, definitions } };
  });
}

function withSoundDefaults(parts: readonly Part[], diagnostics: Diagnostics): readonly Part[] {
  const { documents, lost } = withoutEndlessDefaults(documentsOf(parts));
  const faults = [...lost].map(
    (node) =>
      new GraphQLError(`The default of "${node.name.value}" brings in others without end: it is left out.`, node),
  );
  report(faults, diagnostics);
  const left = documents.values();
  return parts.map((part) => ("schema" in part ? part : { ...part, document: left.next().value ?? part.document }));
}

/** `extend schema @link(…)`: it says where directives come from, and names no root type. */
function linksOnly(node: DefinitionNode): boolean {
  return node.kind === Kind.SCHEMA_EXTENSION && (node.operationTypes ?? []).length === 0;
}

const DEFINITIONS = {
  [Kind.SCALAR_TYPE_EXTENSION]: Kind.SCALAR_TYPE_DEFINITION,
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
} as const;

function definitionOf(node: TypeExtensionNode): TypeDefinitionNode {
  // The two kinds of node differ in the word alone, and in a description that an extension has not.
  return { ...node, kind: DEFINITIONS[node.kind] } as TypeDefinitionNode;
}

const documentsOf = (parts: readonly Part[]): readonly DocumentNode[] =>
  parts.flatMap((part) => ("document" in part ? [part.document] : []));

/** One warning for each fault, with its place; unknown directives of federation are none. */
function reportFaults(parts: readonly Part[], renamed: ReadonlySet<string>, diagnostics: Diagnostics): void {
  const documents = documentsOf(parts);
  if (documents.length < parts.length) return;
  report(
    validateSDL(concatAST(documents)).filter(({ message }) => !isTolerated(message, renamed, documents.length > 1)),
    diagnostics,
  );
}

function isTolerated(message: string, renamed: ReadonlySet<string>, isSplit: boolean): boolean {
  const directive = /^Unknown directive "@(.+)"\.$/.exec(message)?.[1];
  if (directive !== undefined) return isFederationDirective(directive) || renamed.has(directive);
  // Files of one schema may repeat a type: they are merged.
  return isSplit && /^There can be only one type named /.test(message);
}

export function report(errors: readonly GraphQLError[], diagnostics: Diagnostics): void {
  for (const { message, locations, source, nodes } of errors.slice(0, MAX_REPORTED)) {
    const [at] = locations ?? [];
    const file = source?.name ?? nodes?.[0]?.loc?.source.name;
    diagnostics.report("GRAPHQL_INVALID", {
      message,
      ...(file !== undefined && { at: { file, pointer: "", ...(at && { line: at.line, column: at.column }) } }),
    });
  }
  if (errors.length > MAX_REPORTED)
    diagnostics.report("GRAPHQL_INVALID", { message: `${errors.length - MAX_REPORTED} more faults of this kind` });
}

/** The same schema, such that documents can be validated against it, whatever is wrong with it. */
export function usable(schema: GraphQLSchema, diagnostics: Diagnostics): GraphQLSchema {
  const errors = validateSchema(schema).filter(({ message }) => message !== "Query root type must be provided.");
  report(errors, diagnostics);
  if (validateSchema(schema).length === 0) return schema;
  return new GraphQLSchema({ ...schema.toConfig(), assumeValid: true });
}
