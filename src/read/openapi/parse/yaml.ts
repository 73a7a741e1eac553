/** YAML 1.2, core schema, as JSON: no dates, no sexagesimals, no `yes`/`no`, no tags but the core ones. */
import {
  CORE_SCHEMA,
  defineScalarTag,
  floatCoreTag,
  type LoadOptions,
  loadAll,
  mergeTag,
  NOT_RESOLVED,
  YAMLException,
} from "js-yaml";
import { ReadFault } from "../../source/fault.js";
import type { JsonValue } from "../document.js";

// JSON has no .inf and .nan: they stay text.
const finiteFloat = defineScalarTag<number>(floatCoreTag.tagName, {
  implicit: true,
  implicitFirstChars: floatCoreTag.implicitFirstChars,
  identify: () => false,
  resolve: (source, isExplicit, tagName) => {
    const value = floatCoreTag.resolve(source, isExplicit, tagName);
    return typeof value === "number" && Number.isFinite(value) ? value : NOT_RESOLVED;
  },
});

const SCHEMA = CORE_SCHEMA.withTags(finiteFloat, mergeTag);

// Enough for hand-written documents; a chain of merges grows as its square.
const MAX_MERGED_KEYS = 50_000;

/** Throws `ReadFault`. An empty text is null. */
export function parseYaml(text: string, maxDepth: number): JsonValue {
  const documents = load(text, { schema: SCHEMA, maxDepth, maxTotalMergeKeys: MAX_MERGED_KEYS }).filter(
    (document) => document !== null,
  );
  if (documents.length > 1) {
    throw new ReadFault("SYNTAX_ERROR", `the file holds ${documents.length} YAML documents; one was expected`);
  }
  // The schema makes nothing but JSON values.
  return (documents[0] ?? null) as JsonValue;
}

function load(text: string, options: LoadOptions): unknown[] {
  try {
    return loadAll(text, options);
  } catch (cause) {
    if (cause instanceof YAMLException) throw faultOf(cause);
    if (cause instanceof RangeError) throw new ReadFault("LIMIT_EXCEEDED", "the YAML is nested too deeply", {}, cause);
    throw cause;
  }
}

function faultOf(cause: YAMLException): ReadFault {
  const at = cause.mark ? { line: cause.mark.line + 1, column: cause.mark.column + 1 } : {};
  const { reason } = cause;
  if (reason.startsWith("duplicated mapping key")) {
    return new ReadFault("YAML_DUPLICATE_KEY", "a key occurs twice in the same mapping", at, cause);
  }
  const tag = /^unknown \w+ tag !<(.*)>$/s.exec(reason)?.[1];
  if (tag !== undefined) {
    const shown = tag.replace(/^tag:yaml\.org,2002:/, "!!");
    return new ReadFault("YAML_TAG_REFUSED", `the tag ${JSON.stringify(shown)} is refused`, at, cause);
  }
  if (/exceeded max|abnormal merge/.test(reason)) return new ReadFault("LIMIT_EXCEEDED", limitText(reason), at, cause);
  const words = reason.includes("complex keys")
    ? "a key of this mapping is a list or a mapping, where JSON has texts"
    : reason;
  return new ReadFault("SYNTAX_ERROR", words, at, cause);
}

function limitText(reason: string): string {
  if (reason.includes("maxDepth")) return `the YAML is nested more deeply than ${/\d+/.exec(reason)?.[0]} levels`;
  return "the YAML merges more keys than any hand-written document does";
}
