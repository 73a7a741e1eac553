import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { buildSchema, type GraphQLSchema, isRequiredArgument, parse, validateSchema } from "graphql";
import { expect, it } from "vitest";
import type { ReadGraphqlOptions } from "../../../../src/read/graphql/draft.js";
import { validateDocument } from "../../../../src/read/graphql/validate.js";
import type { JsonSchema } from "../../../../src/tool/json-schema.js";
import { type Reading, reading } from "../../../unit/read/graphql/reading.js";
import { schemas } from "./schemas.js";
import { answer, leastOf, nameBack } from "./server.js";

const build = (sdl: string): GraphQLSchema => buildSchema(sdl, { assumeValid: true, assumeValidSDL: true });
const options: fc.Arbitrary<ReadGraphqlOptions> = fc.record(
  {
    depth: fc.integer({ min: 0, max: 4 }),
    connections: fc.integer({ min: 0, max: 3 }),
    omit: fc.constant(["T0.id"]),
    select: fc.constant(["T0.token", "T0.nodes"]),
  },
  { requiredKeys: [] },
);

const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, ownProperties: true });
ajv.addVocabulary(["x-toolgen-wire"]);
const compile = (schema: JsonSchema, { schemas: $defs }: Reading) => ajv.compile({ allOf: [schema], $defs });

const rootField = (schema: GraphQLSchema, label: string) => {
  const [kind, name = ""] = label.split(".");
  return (kind === "Query" ? schema.getQueryType() : schema.getMutationType())?.getFields()[name];
};

it("of any schema every document is valid, and small", () => {
  fc.assert(
    fc.property(schemas, options, (sdl, chosen) => {
      const schema = build(sdl);
      const { details, found } = reading(schema, chosen);
      for (const { graphql } of Object.values(details)) {
        expect(validateDocument(schema, parse(graphql.document, { maxTokens: 20_000 }))).toEqual([]);
      }
      expect(found.filter((line) => /SKIPPED|DROPPED/.test(line) && !line.includes("__proto__"))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});

it("of any schema every input and output schema compiles in strict mode", () => {
  fc.assert(
    fc.property(schemas, (sdl) => {
      const read = reading(sdl);
      for (const { input, output = true } of Object.values(read.details)) {
        compile(input, read);
        compile(output, read);
      }
    }),
    { numRuns: 40 },
  );
});

it("of any valid schema every answer of a server fits the output schema, aliases named back", async () => {
  await fc.assert(
    fc.asyncProperty(schemas, options, fc.nat(), async (sdl, chosen, seed) => {
      const schema = buildSchema(sdl, { assumeValidSDL: true });
      fc.pre(validateSchema(schema).length === 0);
      const read = reading(schema, chosen);
      for (const [label, { graphql, input, output = true }] of Object.entries(read.details)) {
        const args = rootField(schema, label)?.args.filter(isRequiredArgument) ?? [];
        const least = args.map((arg) => [arg.name, leastOf(arg.type)] as const);
        const variables = Object.assign(Object.create(null), Object.fromEntries(least));
        const { data, errors = [] } = await answer(schema, graphql, variables, seed);
        expect(errors.map(({ message }) => message)).toEqual([]);
        const result = nameBack(data?.[graphql.field ?? ""], graphql.aliases ?? {});
        const check = compile(output, read);
        check(JSON.parse(JSON.stringify(result ?? null)));
        expect(check.errors ?? []).toEqual([]);
        // What the server takes, the input schema takes.
        if (graphql.uploads) continue;
        const accepts = compile(input, read);
        accepts(variables);
        expect(accepts.errors ?? []).toEqual([]);
      }
    }),
    { numRuns: 60 },
  );
});
