/** OpenAPI Schema Objects of every version → JSON Schema 2020-12 for tools, with shared schemas under `#/$defs`. */
import type { Diagnostics } from "../../diagnostics.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { FILE_VALUE, fileValue } from "../file-value.js";
import { argumentNames } from "../names/argument.js";
import type { Node, OpenApiDocument } from "./document.js";
import { BrokenReference } from "./schema/broken.js";
import { type FlatObject, type FlatProperty, flatObject, words } from "./schema/combine/flatten.js";
import { convertSchema } from "./schema/convert.js";
import { createFamilies } from "./schema/family/family.js";
import { createInheritance } from "./schema/family/inheritance.js";
import { holdsFile, isFile } from "./schema/file.js";
import { createNamer } from "./schema/namer.js";
import { listBelow, objectNode } from "./schema/node.js";
import { createLoops } from "./schema/reach/loops.js";
import { createReach } from "./schema/reach/reach.js";
import { createTargets } from "./schema/reach/targets.js";
import { createRosters } from "./schema/roster.js";
import {
  type Direction,
  NO_ANCHORS,
  NO_NAMES,
  NOTHING,
  type Reader,
  type Roster,
  type Scope,
  type Target,
  targetOf,
  type View,
} from "./schema/scope.js";
import { createViews } from "./schema/views.js";

export type { Direction, FlatObject, FlatProperty };
export { BrokenReference };

export interface ReadOptions {
  /** The schema stands in a binary or multipart body: raw bytes in it are file values. */
  readonly files?: boolean;
}

export interface SchemaReader {
  /**
   * References become `#/$defs/Name`; what stands inline stays inline.
   * @throws {BrokenReference} inputs only: a reference in it leads nowhere, so the operation cannot be called rightly.
   */
  read(node: Node, direction: Direction, options?: ReadOptions): JsonSchema;
  /**
   * A body as its properties, by wire name; undefined where it is no plain object, and so has to be one argument.
   * @throws {BrokenReference} as `read` does.
   */
  flatten(node: Node, direction: Direction, options?: ReadOptions): FlatObject | undefined;
  /** Raw bytes, where the schema describes a binary body or a part of a multipart one. */
  isFile(node: Node): boolean;
  /** The same, or a list of them. */
  holdsFile(node: Node): boolean;
  /** Shared schemas by name, sorted: those that the given schemas reach, else those that all that was read reaches. */
  schemas(from?: Iterable<JsonSchema>): Readonly<Record<string, JsonSchema>>;
  /** Some property in it, or in what it refers to, has another name on the wire. */
  renamed(schema: JsonSchema): boolean;
  /** Something write-only was left out of it, or of what it refers to. */
  drops(schema: JsonSchema): boolean;
}

export interface SchemaReaderOptions {
  /** Cleans titles and descriptions; what becomes empty is left out. */
  readonly text?: (raw: string) => string;
}

/** More schemas than any document within the limits of loading has: only repetition of shared parts gets there. */
const MAX_SCHEMAS = 5_000_000;

export function createSchemaReader(
  document: OpenApiDocument,
  diagnostics: Diagnostics,
  options: SchemaReaderOptions = {},
): SchemaReader {
  const modern = document.version === "3.1" || document.version === "3.2";
  const targets = createTargets(document, modern);
  const namer = createNamer(document, targets);
  const inheritance = createInheritance({ find: targets.find, modern });
  const rosters = createRosters({ find: targets.find, isShallow: inheritance.isShallow });
  const reported = new Set<string>();
  let converted = 0;

  const report: Reader["report"] = (code, node, message) => {
    const key = `${code} ${node.at.file}#${node.at.pointer} ${message}`;
    if (reported.has(key)) return;
    reported.add(key);
    diagnostics.report(code, { message, at: document.place(node.at) });
  };
  const families = createFamilies({ find: targets.find, document, report });
  const views = createViews({
    order: inheritance.order,
    nameOf: (target, sent) => namer.name(target, sent),
    convert: (target, view, direction, stack) =>
      reader.convert(target.node, scopeOf(direction, view, target, stack, false)),
  });
  const reader: Reader = {
    document,
    modern,
    find: targets.find,
    targetAt: targets.at,
    bodyOf: targets.bodyOf,
    dynamicNames: new WeakMap(),
    view: views.view,
    refer: views.refer,
    referred: views.referred,
    loops: createLoops(targets, families),
    families,
    inheritance,
    roster: rosters.of,
    isPlain: rosters.isPlain,
    names: (roster) => argumentNames(roster.entries.keys()),
    text: options.text ?? ((raw) => raw),
    report,
    convert(node, scope) {
      converted += 1;
      if (converted <= MAX_SCHEMAS) return convertSchema(node, scope);
      report(
        "SCHEMA_TOO_DEEP",
        document.root,
        "the schemas repeat each other without end: what is left takes any value",
      );
      return {};
    },
  };
  const scopeOf = (
    direction: Direction,
    view: View,
    self: Target | undefined,
    stack: number,
    files: boolean,
  ): Scope => {
    return {
      direction,
      reader,
      view,
      place: "value",
      self,
      depth: 0,
      stack,
      hidden: NOTHING,
      names: NO_NAMES,
      files,
      anchors: NO_ANCHORS,
    };
  };
  const schemaOf = (name: string): JsonSchema | undefined => (name === FILE_VALUE ? fileValue : views.named.get(name));
  const reach = createReach(schemaOf);
  const given: JsonSchema[] = [];
  const read = { input: new WeakMap<object, JsonSchema>(), output: new WeakMap<object, JsonSchema>() };

  const convert = (node: Node, direction: Direction, files: boolean): JsonSchema =>
    views.run(direction, (view) => reader.convert(node, scopeOf(direction, view, undefined, 0, files)));

  /** Follows references that only add words, and a union with null; the outermost words win. */
  const plainest = (
    start: JsonSchema,
  ): { readonly schema: JsonSchemaObject; readonly nullable: boolean } | undefined => {
    let schema = start;
    let nullable = false;
    let said: JsonSchemaObject = {};
    for (const seen = new Set<JsonSchema>(); typeof schema === "object" && !seen.has(schema); ) {
      const here = schema;
      seen.add(here);
      const name = here.$ref?.startsWith("#/$defs/") ? here.$ref.slice("#/$defs/".length) : undefined;
      const branches = here.anyOf?.filter((branch) => typeof branch !== "object" || branch.type !== "null");
      const isNullUnion = here.anyOf?.length === 2 && branches?.length === 1;
      const next = name !== undefined ? schemaOf(name) : isNullUnion ? branches[0] : undefined;
      const key = name !== undefined ? "$ref" : "anyOf";
      if (next === undefined || Object.keys(here).some((one) => one !== key && !(one in words(here)))) {
        return { schema: { ...here, ...said }, nullable };
      }
      said = { ...words(here), ...said };
      nullable ||= isNullUnion;
      schema = next;
    }
    return undefined;
  };

  /** Of the body itself, or of what stands in a union with null. */
  const bodyRoster = (node: Node): Roster => {
    const roster = rosters.of(node);
    const object = objectNode(targetOf(node, reader)?.node ?? node);
    if (roster.entries.size > 0 || !object) return roster;
    const branches = ["anyOf", "oneOf"].flatMap((key) => listBelow(object, key)).map(rosters.of);
    return branches.find((branch) => branch.entries.size > 0) ?? roster;
  };

  return {
    read(node, direction, { files = false } = {}) {
      const { value } = node;
      // Shared parameters come again with every operation.
      const known = read[direction];
      const before = typeof value === "object" && value !== null && !files ? known.get(value) : undefined;
      if (before !== undefined) return before;
      const schema = convert(node, direction, files && direction === "input");
      if (typeof value === "object" && value !== null && !files) known.set(value, schema);
      given.push(schema);
      return schema;
    },
    flatten(node, direction, { files = false } = {}) {
      const found = plainest(convert(node, direction, false));
      const flat = found && flatObject(found.schema, bodyRoster(node), node, found.nullable);
      if (!flat) return undefined;
      // A part is read anew where it is declared: shared schemas say text, which is right for JSON.
      const properties = flat.properties.map((property) =>
        files && direction === "input" && holdsFile(property.node, reader)
          ? { ...property, schema: convert(property.node, direction, true) }
          : property,
      );
      given.push(...properties.map((property) => property.schema));
      return { ...flat, properties };
    },
    isFile: (node) => isFile(node, reader),
    holdsFile: (node) => holdsFile(node, reader),
    schemas(from = given) {
      const out: Record<string, JsonSchema> = Object.create(null);
      for (const name of [...reach.names(from)].sort()) {
        const schema = schemaOf(name);
        if (schema !== undefined) out[name] = schema;
      }
      return out;
    },
    renamed: (schema) => reach.some(schema, "renamed"),
    drops: (schema) => reach.some(schema, "drops"),
  };
}
