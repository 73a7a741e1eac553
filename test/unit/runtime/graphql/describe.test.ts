import { describe, expect, it } from "vitest";
import { describeTool } from "../../../../src/runtime/registry/describe.js";
import type { GraphqlToolDefinition } from "../../../../src/tool/types.js";
import { MUTATION, QUERY } from "./service.js";

const tool = (more: Partial<GraphqlToolDefinition>): GraphqlToolDefinition => ({
  name: "t",
  description: "T.",
  effect: "read",
  input: { type: "object", properties: {} },
  graphql: QUERY,
  ...more,
});

describe("a tool's description", () => {
  it("says which operation it is", () => {
    const auth = [{ token: [] }];
    expect(describeTool("kit__t", "kit", tool({ auth }))).toMatchObject({
      origin: { kind: "graphql", operation: "query", field: "pet", operationName: "GetPet" },
      bindings: [{ arg: "id", in: "variable", name: "id" }],
      auth,
    });
  });

  it("G-07 keeps kind and effect of a mutation, and says where an operation has several fields", () => {
    const { field: _, ...graphql } = MUTATION;
    expect(describeTool("t", "kit", tool({ graphql, effect: "irreversible" }))).toMatchObject({
      effect: "irreversible",
      origin: { kind: "graphql", operation: "mutation", field: null, operationName: "AddPet" },
    });
  });

  it("says under which names arguments are sent, and what becomes of those below", () => {
    const graphql = { ...QUERY, variables: [{ arg: "where_", name: "_where" }, "id"], renamed: true };
    const input: GraphqlToolDefinition["input"] = {
      type: "object",
      properties: { where_: { $ref: "#/$defs/Where" }, id: { type: "string" } },
      $defs: {
        Where: {
          type: "object",
          properties: {
            and: {
              type: "array",
              items: { type: "object", properties: { eq: { "x-toolgen-wire": "_eq" } } },
              "x-toolgen-wire": "_and",
            },
          },
        },
      },
    };
    expect(describeTool("t", "kit", tool({ graphql, input })).bindings).toEqual([
      { arg: "where_", in: "variable", name: "_where", rename: { "/and": "_and", "/and/*/eq": "_eq" } },
      { arg: "id", in: "variable", name: "id" },
    ]);
  });
});
