// Documents that tools send are valid for the next graphql as well: npm ci --prefix test/graphql-17; npm run graphql-17
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpus } from "../corpus/documents.mjs";

const root = join(import.meta.dirname, "../..");
for (const [what, file, cure] of [
  ["graphql 17 is missing", join(import.meta.dirname, "node_modules/graphql"), "npm ci --prefix test/graphql-17"],
  ["build first", join(root, "dist/generate.js"), "npm run build"],
]) {
  if (existsSync(file)) continue;
  console.error(`graphql-17: ${what}: ${cure}`);
  process.exit(2);
}
const { buildClientSchema, buildSchema, parse, validate, version } = await import("graphql");
const { generateGraphql } = await import("../../dist/generate.js");

/** Name clashes of fields, arguments that are needed, input objects of which one key is given: what 17 is stricter about. */
const HARD = `
  scalar Upload
  interface Node { id: ID! }
  type Query { node(id: ID!): Node search(text: String!, first: Int = 3): [Result!]! pick(by: By!): Book }
  type Mutation { addBook(input: BookInput! = { title: "untitled" }, cover: Upload): Book deleteBook(id: ID!): Book }
  type Book implements Node { id: ID! title: String! length: Int! authors(first: Int!): [Person] }
  type Person implements Node { id: ID! name: String length: String books: [Book!] }
  union Result = Book | Person
  input By @oneOf { id: ID title: String }
  input BookInput { title: String! pages: Int = 1 tags: [String!]! = [] }
`;

/** Text of a schema → as graphql 17 sees it. Published schemas break rules themselves. */
function schemaOf(text) {
  if (!text.trimStart().startsWith("{")) return buildSchema(text, { assumeValidSDL: true, assumeValid: true });
  const { data, __schema = data.__schema } = JSON.parse(text);
  return buildClientSchema({ __schema }, { assumeValid: true });
}

/** Documents that are not valid, each with the first error. */
async function faultsIn(file, options) {
  const schema = schemaOf(readFileSync(file, "utf8"));
  const { spec } = await generateGraphql({ sources: [file], cwd: root, dryRun: true, ...options });
  const faults = spec.operations.flatMap(({ toolName, graphql }) => {
    const [error] = validate(schema, parse(graphql.document));
    return error ? [`${toolName}: ${error.message}`] : [];
  });
  return { tools: spec.operations.length, faults };
}

const scratch = mkdtempSync(join(tmpdir(), "toolgen-graphql-"));
writeFileSync(join(scratch, "hard.graphql"), HARD);
const published = join(corpus, "graphql");
const files = [
  join(root, "specs/bookshelf.graphql"),
  join(scratch, "hard.graphql"),
  ...(existsSync(published) ? readdirSync(published).map((name) => join(published, name)) : []),
];
let wrong = 0;
try {
  for (const file of files) {
    for (const options of [{}, { depth: 3 }]) {
      const { tools, faults } = await faultsIn(file, options);
      wrong += faults.length + (tools === 0 ? 1 : 0);
      console.log(
        `${file.split("/").at(-1)} ${JSON.stringify(options)}: ${tools} tools, ${faults.length} invalid for ${version}`,
      );
      for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
process.exitCode = wrong > 0 ? 1 : 0;
