import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../../src/diagnostics.js";
import type { JsonValue } from "../../../../../src/read/openapi/document.js";
import { BrokenReference, createSchemaReader, type Direction } from "../../../../../src/read/openapi/schema.js";
import type { JsonSchema } from "../../../../../src/tool/json-schema.js";
import { inMemory, referTo } from "./document.js";

const NAMES = ["A", "B", "C", "D", "pet-store", "PetStore"];
const WIRES = ["id", "a-b", "a_b", "kind", "__proto__", "constructor", "größe"];

const ref = fc.constantFrom(...NAMES, "Nowhere").map((name) => ({ $ref: `#/components/schemas/${name}` }));
const scalar = fc.oneof(fc.constantFrom("x", "", 1, -1, 1.5, 2 ** 60, true, false, null), fc.string({ maxLength: 4 }));
const wrong: fc.Arbitrary<JsonValue> = fc.oneof(scalar, fc.constant([]), fc.constant({}), fc.constant([null, {}]));

/** Mostly what a schema may say, sometimes what it may not. */
const { schema } = fc.letrec<{ schema: JsonValue; body: JsonValue; list: JsonValue; map: JsonValue }>((tie) => {
  const own = (
    keywords: readonly string[],
    value: fc.Arbitrary<JsonValue>,
  ): fc.Arbitrary<readonly [string, JsonValue]> => fc.tuple(fc.constantFrom(...keywords), value);
  const mapping = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.constantFrom(...NAMES, "#/components/schemas/A", "x.json"),
    { noNullPrototype: true },
  );
  const keyword = fc.oneof(
    own(
      ["type"],
      fc.oneof(
        fc.constantFrom("object", "object", "string", "integer", "array", "strin", "file", null),
        fc.constant(["string", "null"]),
        wrong,
      ),
    ),
    own(["nullable", "readOnly", "writeOnly", "deprecated", "uniqueItems"], fc.oneof(fc.boolean(), wrong)),
    own(["format"], fc.constantFrom("int64", "binary", "nope", 5)),
    own(["properties", "properties", "patternProperties", "dependentSchemas"], tie("map")),
    own(["required"], fc.oneof(fc.subarray(WIRES), wrong)),
    own(
      ["dependentRequired"],
      fc.oneof(fc.dictionary(fc.constantFrom(...WIRES), fc.subarray(WIRES), { noNullPrototype: true }), wrong),
    ),
    own(
      ["additionalProperties", "unevaluatedProperties", "propertyNames", "contains", "unevaluatedItems"],
      tie("schema"),
    ),
    own(["items", "not", "if", "then", "else"], tie("schema")),
    own(["allOf", "allOf", "anyOf", "oneOf", "prefixItems", "items"], tie("list")),
    own(["discriminator"], fc.oneof(fc.record({ propertyName: fc.constantFrom(...WIRES), mapping }), wrong)),
    own(["enum"], fc.oneof(fc.array(scalar, { maxLength: 4 }), wrong)),
    own(["const", "default", "x-enum-varnames", "title", "description"], wrong),
    own(["minimum", "exclusiveMinimum", "maximum", "minLength", "maxItems", "minContains", "multipleOf"], scalar),
    own(
      ["pattern"],
      fc.oneof(fc.constantFrom("^a\\-b$", "[\\w-.]", "(?i)x", "(", "\\A\\d\\z"), fc.string({ maxLength: 6 }), wrong),
    ),
    own(
      ["$ref", "$dynamicRef"],
      fc.oneof(
        ref.map((r) => r.$ref),
        wrong,
      ),
    ),
  );
  return {
    schema: fc.oneof(
      { maxDepth: 4 },
      { weight: 3, arbitrary: ref },
      { weight: 1, arbitrary: wrong },
      { weight: 6, arbitrary: tie("body") },
    ),
    list: fc.oneof(
      { weight: 6, arbitrary: fc.array(tie("schema"), { maxLength: 3 }) },
      { weight: 1, arbitrary: wrong },
    ),
    map: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.dictionary(fc.constantFrom(...WIRES), tie("schema"), { maxKeys: 3, noNullPrototype: true }),
      },
      { weight: 1, arbitrary: wrong },
    ),
    body: fc.array(keyword, { maxLength: 6 }).map((entries) => Object.fromEntries(entries)),
  };
});

const documents = fc.tuple(
  fc.record(Object.fromEntries(NAMES.map((name) => [name, schema])) as Record<string, typeof schema>, {
    noNullPrototype: true,
  }),
  fc.constantFrom("2.0" as const, "3.0" as const, "3.1" as const, "3.2" as const),
);

/** ajv's comparison calls `toString` and `valueOf` of values that have a key of that name. */
const sample = fc.jsonValue({ maxDepth: 3 }).filter((value) => !/"(?:toString|valueOf)"/.test(JSON.stringify(value)));

function readAll(
  components: Record<string, JsonValue>,
  version: "2.0" | "3.0" | "3.1" | "3.2",
  order: readonly string[],
) {
  const reader = createSchemaReader(inMemory({ components: { schemas: components } }, version), new Diagnostics());
  const roots: JsonSchema[] = [];
  const broken: string[] = [];
  for (const direction of ["input", "output"] as readonly Direction[]) {
    for (const name of order) {
      try {
        roots.push(reader.read(referTo(name), direction));
        reader.flatten(referTo(name), direction);
        reader.read({ value: { properties: { f: referTo(name).value } }, at: referTo(name).at }, direction, {
          files: true,
        });
      } catch (cause) {
        if (!(cause instanceof BrokenReference)) throw cause;
        broken.push(`${direction} ${name}`);
      }
    }
  }
  return { reader, roots, broken };
}

describe("any document", () => {
  it("becomes schemas that compile and end, or a broken reference", () => {
    fc.assert(
      fc.property(documents, fc.array(sample, { maxLength: 5 }), ([components, version], values) => {
        const { reader, roots } = readAll(components, version, NAMES);
        const ajv = new Ajv2020({
          strictSchema: true,
          strictTypes: false,
          strictTuples: false,
          validateFormats: false,
          allowMatchingProperties: true,
          logger: false,
        });
        ajv.addVocabulary(["x-toolgen-wire", "x-toolgen-drop"]);
        for (const root of roots) {
          const validate = ajv.compile({ $defs: { ...reader.schemas() }, allOf: [root] });
          for (const value of values) validate(value);
          reader.renamed(root);
          reader.drops(root);
        }
      }),
      { numRuns: 80 },
    );
  });

  it("gives each schema the same name and content in whatever order it is read", () => {
    fc.assert(
      fc.property(documents, ([components, version]) => {
        const one = readAll(components, version, NAMES);
        const other = readAll(components, version, [...NAMES].reverse());
        expect(new Set(other.broken)).toEqual(new Set(one.broken));
        expect(other.reader.schemas()).toEqual(one.reader.schemas());
      }),
      { numRuns: 400 },
    );
  });
});
