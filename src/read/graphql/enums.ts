/** Enums as JSON Schema, with the texts of their values for the model. */
import type { GraphQLEnumType } from "graphql";
import type { JsonSchemaObject } from "../../tool/json-schema.js";
import { cap } from "../text.js";
import { wordsOf } from "./words.js";

const MAX_VALUE_TEXT = 100;
const MAX_TEXT = 800;

/** What is sent has no deprecated values, unless there is no other; what comes back may have any. */
export function enumSchema(
  type: GraphQLEnumType,
  direction: "input" | "output",
  text: (raw: string) => string,
): JsonSchemaObject {
  const all = type.getValues();
  const current = all.filter((value) => value.deprecationReason == null);
  const values = direction === "output" || current.length === 0 ? all : current;
  const own = text(type.description ?? "");
  const said = values.flatMap(({ name, description }) => {
    const line = cap(text(description ?? ""), MAX_VALUE_TEXT);
    return line === "" || repeats(name, line) ? [] : [`${name}: ${line}`];
  });
  const description = cap(
    [own, ...(direction === "input" ? said : [])].filter((line) => line !== "").join("\n"),
    MAX_TEXT,
  );
  return {
    type: "string",
    ...(description !== "" && { description }),
    enum: values.map(({ name }) => name),
  };
}

/** `CREATED_AT: created at.` says nothing. */
function repeats(name: string, line: string): boolean {
  return (
    wordsOf(name).join(" ") ===
    line
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim()
  );
}
