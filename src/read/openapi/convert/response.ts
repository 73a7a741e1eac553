/** Swagger 2.0 Response and Header Objects. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { token } from "../pointer.js";
import { isObject, own, ownText } from "../value.js";
import { below, type Conversion, type Entries, follow, kept, members } from "./context.js";
import { simpleSchema } from "./parameter.js";
import { styleOf } from "./style.js";

export function convertResponse(
  response: Node<JsonObject>,
  produces: readonly string[],
  to: string,
  context: Conversion,
): JsonObject {
  const { value, at } = response;
  context.trail.add(to, at);
  const entries: Entries = [["description", ownText(value, "description") ?? ""], ...kept(value, [])];
  const headers = members(response, "headers", context).flatMap(([name, node]): (readonly [string, JsonValue])[] => {
    const header = follow(node, context);
    return header ? [[name, convertHeader(header, `${to}/headers/${token(name)}`, context)]] : [];
  });
  if (headers.length > 0) entries.push(["headers", Object.fromEntries(headers)]);
  const content = convertContent(response, produces, to, context);
  if (content.length > 0) entries.push(["content", Object.fromEntries(content)]);
  return Object.fromEntries(entries);
}

function convertContent(
  response: Node<JsonObject>,
  produces: readonly string[],
  to: string,
  context: Conversion,
): Entries {
  const given = own(response.value, "schema");
  const examples = own(response.value, "examples");
  const exampleOf = new Map(isObject(examples) ? Object.entries(examples) : []);
  const file = ownText(given, "type") === "file";
  const usual = file ? "application/octet-stream" : "application/json";
  const types = given === undefined ? [] : produces.length > 0 ? produces : [usual];
  const schema = given === undefined ? undefined : context.schema(below(response, "schema", given));
  return [...new Set([...types, ...exampleOf.keys()])].map((type) => {
    const example = exampleOf.get(type);
    if (schema !== undefined) {
      context.trail.add(`${to}/content/${token(type)}/schema`, below(response, "schema", schema).at);
    }
    return [
      type,
      { ...(schema === undefined ? {} : { schema }), ...(example === undefined ? {} : { example }) },
    ] as const;
  });
}

function convertHeader(header: Node<JsonObject>, to: string, context: Conversion): JsonObject {
  context.trail.add(to, header.at);
  const style = styleOf(header, "header", context);
  const entries: Entries = kept(header.value, ["description"]).filter(([key]) => key !== "x-nullable");
  entries.push(["schema", style?.kind === "text" ? { type: "string" } : simpleSchema(header, context)]);
  return Object.fromEntries(entries);
}
