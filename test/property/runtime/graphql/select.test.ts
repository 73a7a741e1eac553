import fc from "fast-check";
import * as graphql from "graphql";
import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/diagnostics.js";
import { readGraphql } from "../../../../src/read/graphql/index.js";
import { ChoiceError, readChoice } from "../../../../src/runtime/graphql/choice.js";
import { operationOf, printed, withSelection } from "../../../../src/runtime/graphql/document.js";
import { selectionOf } from "../../../../src/runtime/graphql/select.js";
import type { GraphqlPlan, GraphqlSelect } from "../../../../src/tool/types.js";
import { SHOP } from "../../../graphql/shop.js";

const schema = graphql.buildSchema(SHOP);
const source = { kind: "graphql", title: "", file: "", sha256: "" } as const;
const draft = readGraphql({ schema, source, title: "" }, { chooseFields: true }, new Diagnostics());
const plans = draft.operations.flatMap((operation): (GraphqlPlan & { select: GraphqlSelect })[] => {
  const plan = draft.read(operation)?.graphql;
  return plan?.select ? [{ ...plan, select: plan.select }] : [];
});

type Tree = { [key: string]: boolean | Tree };

/** Fields that a type has, by chance: of its own, of those in its place, and in fragments. */
function treeOf({ types }: GraphqlSelect, type: string, depth: number): fc.Arbitrary<Tree> {
  const own = (name: string): [string, fc.Arbitrary<boolean | Tree>][] =>
    Object.entries(types[name]?.fields ?? {}).flatMap(([field, below]): [string, fc.Arbitrary<boolean | Tree>][] =>
      below === ""
        ? [[field, fc.constant(true)]]
        : depth > 0
          ? [[field, fc.constant(null).chain(() => treeOf({ arg: "", type: "", types }, below, depth - 1))]]
          : [],
    );
  const possible = types[type]?.possible ?? [];
  const fragments = possible.map((name): [string, fc.Arbitrary<boolean | Tree>] => [
    `... on ${name}`,
    fc.record(Object.fromEntries(own(name)), { requiredKeys: [] }) as fc.Arbitrary<Tree>,
  ]);
  const all = [["__typename", fc.constant(true)] as const, ...own(type), ...possible.flatMap(own), ...fragments];
  return fc.record(Object.fromEntries(all), { requiredKeys: [] }) as fc.Arbitrary<Tree>;
}

function documentOf(plan: GraphqlPlan & { select: GraphqlSelect }, choice: unknown): string {
  const { set } = selectionOf(graphql, plan.select, readChoice(graphql, choice, "/select"), "/select");
  const document = graphql.parse(plan.document);
  const operation = operationOf(document);
  const changed = operation && withSelection(operation, plan.field ?? "", set);
  if (!changed) throw new Error("no root field");
  return printed(graphql, document, [changed]);
}

describe("any choice of fields", () => {
  it("gives a valid document under the same root field, or is refused with a reason", () => {
    const plan = fc.constantFrom(...plans);
    const chosen = plan.chain((one) => treeOf(one.select, one.select.type, 2).map((tree) => [one, tree] as const));
    let valid = 0;
    fc.assert(
      fc.property(chosen, ([one, tree]) => {
        let text: string;
        try {
          text = documentOf(one, tree);
        } catch (cause) {
          if (!(cause instanceof ChoiceError)) throw cause;
          expect(cause.message).toMatch(/^no field is chosen|is chosen twice|needs fields of its own/);
          return;
        }
        valid++;
        const document = graphql.parse(text);
        expect(graphql.validate(schema, document).map(String)).toEqual([]);
        expect(operationOf(document)?.selectionSet.selections.map((node) => "name" in node && node.name.value)).toEqual(
          [one.field],
        );
      }),
      { numRuns: 500, interruptAfterTimeLimit: 20_000, endOnFailure: true },
    );
    expect(valid).toBeGreaterThan(50);
  });

  it("in any text or value is refused or harmless", () => {
    const [plan] = plans;
    if (!plan) throw new Error("no plan");
    const word = fc.constantFrom(
      "id",
      "name",
      "{",
      "}",
      "...",
      "on",
      "Shop",
      "@skip(if: true)",
      "(",
      ")",
      "a:",
      "$x",
      "__typename",
      "__schema",
      "#",
      "\n",
      '"',
      "mutation",
      "query",
      "fragment",
      "&",
      "|",
      "!",
      "\u0000",
      "\ud800",
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(word, { maxLength: 12 }).map((words) => words.join(" ")),
          fc.anything(),
        ),
        (given) => {
          try {
            const document = graphql.parse(documentOf(plan, given));
            expect(graphql.validate(schema, document)).toEqual([]);
            expect(document.definitions.length).toBe(1);
          } catch (cause) {
            expect(cause).toBeInstanceOf(ChoiceError);
          }
        },
      ),
      { numRuns: 1000, interruptAfterTimeLimit: 20_000, endOnFailure: true },
    );
  });
});
