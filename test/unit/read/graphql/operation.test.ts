import { buildSchema, parse, print } from "graphql";
import { expect, it } from "vitest";
import { checkDocument } from "../../../../src/read/graphql/operation.js";
import { reading } from "./reading.js";

const schema = buildSchema("type Query { a: A } type A { x: Int b: B } type B { y: Int }");
const check = (document: string) => {
  const checked = checkDocument(parse(document), { schema });
  return { ...checked, document: checked.document && print(checked.document).replace(/\s+/g, " ") };
};

it.each([
  ["{ a { x no } }", "{ a { x } }", ['no (Cannot query field "no" on type "A".)']],
  ["{ a { b { no } } }", "{ a { b { __typename } } }", ['no (Cannot query field "no" on type "B".)']],
  [
    "{ a { b } }",
    "{ a { __typename } }",
    ['b (Field "b" of type "B" must have a selection of subfields. Did you mean "b { ... }"?)'],
  ],
  ["{ a { x } }", "{ a { x } }", []],
])("what makes %s invalid is taken out", (given, document, dropped) => {
  expect(check(given)).toEqual({ document, dropped, message: "" });
});

it("nothing is left where the root field itself is wrong", () => {
  expect(check("{ no }")).toEqual({
    document: undefined,
    dropped: [],
    message: 'Cannot query field "no" on type "Query".',
  });
});

it("a root field of which no valid document can be made is reported, and costs itself alone", () => {
  const { details, found } = reading("type Query { a(x: A): Int b: Int } type A { x: Int }");
  expect(Object.keys(details)).toEqual(["Query.b"]);
  expect(found).toEqual([
    expect.stringMatching(/^OPERATION_SKIPPED Query\.a: Variable "\$x" cannot be non-input type "A"/),
  ]);
});
