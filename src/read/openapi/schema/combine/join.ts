/** Merging, with what the reader knows about references. */
import type { JsonSchema } from "../../../../tool/json-schema.js";
import type { Node } from "../../document.js";
import type { Draft, Scope } from "../scope.js";
import type { MergeOptions } from "./merge.js";

export function mergeOptions(node: Node, scope: Scope): MergeOptions {
  return {
    lenient: scope.direction === "output",
    referred: scope.reader.referred,
    amend: (schema, annotations) => amend(schema, annotations, scope),
    onForbidden: (names, kept) => {
      // A closed part is read by each direction in its own way.
      scope.view.directional = true;
      const list = names.map((name) => JSON.stringify(name)).join(", ");
      const what = kept ? "kept, since nothing would be valid without" : "left out of what is sent";
      scope.reader.report(
        "SCHEMA_CLOSED_ALLOF",
        node,
        `one part of allOf forbids what another declares (${list}): ${what}`,
      );
    },
  };
}

/** A schema without what it says about itself. */
export function withoutWords(schema: Draft, scope: Scope): Draft {
  const { title: _, description: __, ...rest } = schema;
  const target = scope.reader.referred(schema);
  if (!target) return rest;
  const { $ref: ___, ...siblings } = rest;
  return scope.reader.refer(target, scope, siblings);
}

/** A schema with other words about it. */
export function amend(schema: JsonSchema, annotations: Draft, scope: Scope): JsonSchema {
  if (Object.keys(annotations).length === 0) return schema;
  if (typeof schema === "boolean") return schema ? annotations : { not: {}, ...annotations };
  const target = scope.reader.referred(schema);
  if (!target) return { ...schema, ...annotations };
  const { $ref: _, ...siblings } = schema;
  return scope.reader.refer(target, scope, { ...siblings, ...annotations });
}
