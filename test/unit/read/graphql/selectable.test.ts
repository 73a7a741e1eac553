import { expect, it } from "vitest";
import { reading } from "./reading.js";

const SDL = `
  type Query { pet(id: ID!, select: String): Pet any: [Animal!] name: String q: Query }
  interface Animal { id: ID! }
  type Pet implements Animal { id: ID! token: String old: Int @deprecated bodyHTML: String photo(size: Int!): String owner: [Owner!]! root: Query }
  type Owner { name: String pets(first: Int = 3): [Pet] }
`;

it("a model may choose fields that exist, need no argument and are no credential, and never the root again", () => {
  const { details } = reading(SDL, { chooseFields: true });
  const pet = details["Query.pet"];
  expect(pet?.graphql.select).toEqual({
    arg: "select_fields",
    type: "Pet",
    types: {
      Animal: { fields: { id: "" }, possible: ["Pet"] },
      Owner: { fields: { name: "", pets: "Pet" } },
      Pet: { fields: { id: "", old: "", bodyHTML: "", owner: "Owner" } },
    },
  });
  expect(pet?.input).toMatchObject({ properties: { select_fields: { type: ["string", "object"] } }, required: ["id"] });
  expect(pet).not.toHaveProperty("output");
  expect(details["Query.any"]?.graphql.select).toMatchObject({ arg: "select", type: "Animal" });
  expect(details["Query.any"]?.graphql.select?.types).toBe(pet?.graphql.select?.types);
});

it("there is nothing to choose of a leaf and of the root", () => {
  const { details } = reading(SDL, { chooseFields: true });
  expect(details["Query.name"]?.graphql).not.toHaveProperty("select");
  expect(details["Query.q"]?.graphql).not.toHaveProperty("select");
});

it("nothing is chosen unless it is asked for", () => {
  expect(reading(SDL).details["Query.pet"]?.graphql).not.toHaveProperty("select");
});
