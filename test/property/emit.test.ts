import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { emitToolkit } from "../../src/emit/toolkit.js";
import type { HttpOperation, ToolSpec } from "../../src/ir/types.js";
import type { JsonSchema } from "../../src/tool/json-schema.js";
import { evaluate } from "../unit/emit/evaluate.js";
import { operation, toolSpec } from "../unit/emit/fixtures.js";
import { foreignKinds } from "../unit/emit/kinds.js";

// What has broken other generators, and what their fixes missed.
const ATTACKS = [
  "*/",
  "/*",
  "*/ process.exit(1) /*",
  "<!--",
  "-->",
  "</script>",
  "//",
  "\\",
  "\\\\",
  '"',
  "'",
  "`",
  "${process.exit(1)}",
  "`+`",
  "$&",
  "$'",
  "$`",
  "$1",
  "$$",
  "\n",
  "\r",
  "\r\n",
  "\u2028",
  "\u2029",
  "\0",
  "\u0085",
  "\u009b",
  "\ud800",
  "\udc00",
  "\u202e",
  "\u200b",
  "\ufeff",
  "\ufe0f",
  "\u{e0041}",
  "\u{1f600}",
  "@deprecated",
  "@internal",
  "{@link x}",
  "\n@ts-nocheck",
  "\n * @internal",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "*/}",
  '"});',
  "\\u0022",
  "\\x22",
  "%22",
  "&quot;",
  "|",
  "[x](javascript:y)",
  "<img src=x onerror=alert(1)>",
  "# x",
  "\n# x",
  "```",
  "${",
  "}",
  "default",
  "class",
  "await",
  "; import('x')",
  "\u00a0",
  "é",
  "東京",
];

const text = fc.oneof(
  fc.constantFrom(...ATTACKS),
  fc
    .array(fc.oneof(fc.constantFrom(...ATTACKS), fc.string({ unit: "binary", maxLength: 4 })), { maxLength: 6 })
    .map((all) => all.join("")),
  fc.string({ unit: "grapheme-ascii", maxLength: 130 }),
);

/** A record by own properties alone: `__proto__` is a key like any other. */
const record = <T>(values: fc.Arbitrary<T>, maxLength = 3): fc.Arbitrary<Record<string, T>> =>
  fc.array(fc.tuple(text, values), { maxLength }).map((entries) => Object.fromEntries(entries));

const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    fc.constantFrom(null, true, -0, 0, 1e21, -1e-7, 2 ** 53, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 3 }),
    record(tie("value")),
  ),
})).value;

const schema: fc.Arbitrary<JsonSchema> = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    fc.boolean(),
    fc.record({
      type: fc.constantFrom("string", "integer", "null"),
      description: text,
      default: value,
      format: text,
      pattern: text,
    }),
    fc.record({ enum: fc.array(value, { minLength: 1, maxLength: 3 }), description: text, title: text }),
    fc.record({ const: value, deprecated: fc.boolean(), examples: fc.array(value, { maxLength: 2 }) }),
    fc.constantFrom({ $ref: "#/$defs/Pet" }, { $ref: "#/$defs/constructor" }, { $ref: "#/$defs/string" }),
    fc.record({ type: fc.constant("array"), items: tie("schema"), description: text }),
    fc.record({
      type: fc.constant("array"),
      prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      minItems: fc.nat(3),
    }),
    fc.record({
      type: fc.constant("object"),
      properties: record(tie("schema")),
      required: fc.array(text, { maxLength: 2 }),
      description: text,
    }),
    fc.record({
      properties: record(tie("schema")),
      additionalProperties: tie("schema"),
      patternProperties: record(tie("schema"), 1),
    }),
    fc.record({ allOf: fc.array(tie("schema"), { maxLength: 3 }), [`x-${ATTACKS[0]}`]: value }),
    fc.record({
      anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
      oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }),
    }),
  ) as fc.Arbitrary<JsonSchema>,
})).schema;

const input = fc
  .tuple(record(schema), fc.array(text, { maxLength: 2 }))
  .map(([properties, required]): JsonSchema => ({ type: "object", properties, required, additionalProperties: false }));

const facts = fc.record({
  title: text,
  description: text,
  tags: fc.array(text, { maxLength: 2 }),
  operationId: text,
  pointer: text,
  aliases: record(text),
  input,
  output: schema,
  auth: fc.array(record(fc.array(text, { maxLength: 2 })), { maxLength: 2 }),
  http: fc.record({
    method: text,
    path: text,
    accept: text,
    query: fc.array(fc.oneof(text, fc.record({ arg: text, name: text, content: text })), { maxLength: 2 }),
    body: fc.record({
      mediaType: text,
      fields: fc.array(text, { maxLength: 2 }),
      encoding: record(fc.record({ contentType: text, headers: record(text) })),
    }),
  }),
}) as fc.Arbitrary<Partial<HttpOperation>>;

const spec: fc.Arbitrary<ToolSpec> = fc
  .record({
    title: text,
    description: text,
    file: text,
    sourceTitle: text,
    servers: record(
      fc.record({ url: text, variables: record(fc.record({ default: text, enum: fc.array(text, { maxLength: 2 }) })) }),
    ),
    origins: fc.array(text, { maxLength: 2 }),
    auth: record(
      fc.oneof(
        fc.record({
          type: fc.constant("apiKey" as const),
          in: fc.constant("header" as const),
          name: text,
          description: text,
        }),
        fc.record({ type: fc.constant("http" as const), scheme: text, bearerFormat: text }),
        fc.record({
          type: fc.constant("oauth2" as const),
          flows: fc.record({ clientCredentials: fc.record({ tokenUrl: text, scopes: record(text) }) }),
        }),
      ),
    ),
    shared: fc.tuple(schema, schema, schema),
    operations: fc.tuple(facts, facts),
  })
  .map(({ title, description, file, sourceTitle, servers, origins, auth, shared, operations: [first, second] }) => {
    const [Pet, odd, string] = shared;
    const source = { ...toolSpec().source, file, title: sourceTitle };
    const operations = [operation("class", first), operation("get_pet", second)];
    return toolSpec({
      title,
      description,
      source,
      servers,
      origins,
      auth,
      schemas: { Pet, constructor: odd, string },
      operations,
    } as Partial<ToolSpec>);
  });

/** Equal in every own property, without a look at prototypes; `-0` is not `0`. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && same(Reflect.get(a, key), Reflect.get(b, key)));
}

/** Tags that TypeScript reads in the comments of a file. */
function tagsOf(source: string): readonly string[] {
  const file = ts.createSourceFile("a.ts", source, ts.ScriptTarget.ES2022, true);
  const tags: string[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) tags.push(tag.tagName.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...new Set(tags)].sort();
}

function blockComments(source: string): readonly string[] {
  const scanner = ts.createScanner(ts.ScriptTarget.ES2022, false, ts.LanguageVariant.Standard, source);
  const comments: string[] = [];
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    if (kind === ts.SyntaxKind.MultiLineCommentTrivia) comments.push(scanner.getTokenText());
  }
  return comments;
}

const emitted = (spec: ToolSpec): ReadonlyMap<string, string> =>
  new Map(emitToolkit(spec, { version: "1.2.3", options: {} }).map(({ path, text }) => [path, text]));
const modules = (files: ReadonlyMap<string, string>): readonly string[] =>
  [...files.keys()].filter((path) => path.endsWith(".ts"));

describe("whatever text stands in a spec", () => {
  it("S-01 S-16 R1 R3: modules hold imports, types and data, and comments say nothing to tools", () => {
    fc.assert(
      fc.property(spec, (spec) => {
        const files = emitted(spec);
        for (const path of modules(files)) {
          const source = files.get(path) ?? "";
          expect([path, source, foreignKinds(source)]).toEqual([path, source, []]);
          expect(tagsOf(source).filter((tag) => tag !== "deprecated" && tag !== "defaultValue")).toEqual([]);
          expect(source).not.toMatch(/<!--|<\/script|[\u2028\u2029\u202e\u200b\ufeff\0\r]/i);
          for (const comment of blockComments(source)) {
            expect(comment).not.toMatch(/(?<![\p{L}\p{N}])@(?!deprecated|defaultValue|__PURE__)/u);
          }
          expect(Buffer.from(source).toString()).toBe(source);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("S-02 S-05: what a module says is what the spec said, to the character", () => {
    fc.assert(
      fc.property(spec, (spec) => {
        const files = emitted(spec);
        const { schemas } = evaluate(files, "schemas.ts");
        expect(same(schemas, spec.schemas)).toBe(true);
        for (const [i, path] of ["tools/pets/class.ts", "tools/pets/get_pet.ts"].entries()) {
          const [tool] = Object.values(evaluate(files, path)) as Record<string, unknown>[];
          const { kind, toolName, group, pointer, input, output, tags, auth, ...rest } = spec.operations[
            i
          ] as HttpOperation;
          const { input: gotInput, output: gotOutput, ...got } = tool ?? {};
          const lists = { ...(tags.length > 0 ? { tags } : {}), ...(auth.length > 0 ? { auth } : {}) };
          expect(same(got, { ...rest, ...lists, name: toolName })).toBe(true);
          expect(same(bare(gotInput), input)).toBe(true);
          expect(same(bare(gotOutput), output)).toBe(true);
        }
        const { petstore } = evaluate(files, "catalog.ts") as { petstore: Record<string, unknown> };
        expect(same(petstore["servers"], spec.servers)).toBe(true);
        expect(same(petstore["origins"], spec.origins)).toBe(true);
        expect(same(petstore["auth"] ?? {}, spec.auth)).toBe(true);
        expect(petstore["title"]).toBe(spec.title);
      }),
      { numRuns: 150 },
    );
  });

  it("S-17: manifest and package are JSON, and run nothing", () => {
    fc.assert(
      fc.property(spec, (spec) => {
        const files = emitToolkit(spec, { version: "1.2.3", options: {}, packageName: "@acme/kit" });
        const json = (path: string): Record<string, unknown> =>
          JSON.parse(files.find((file) => file.path === path)?.text ?? "") as Record<string, unknown>;
        expect(json("package.json")).toMatchObject({ name: "@acme/kit", version: "0.0.0", private: true });
        expect(Object.keys(json("package.json"))).not.toContain("scripts");
        expect(json("manifest.json")["tools"]).toHaveLength(2);
      }),
      { numRuns: 100 },
    );
  });
});

/** Without the toolkit's shared schemas. */
function bare(schema: unknown): unknown {
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== "$defs"));
}
