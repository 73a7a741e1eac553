/** Swagger 2.0 `body` and `formData` parameters → OpenAPI 3.0 Request Body Object. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { own, ownText } from "../value.js";
import { below, type Conversion, type Entries, kept } from "./context.js";
import { simpleSchema } from "./parameter.js";
import { styleOf, textHint } from "./style.js";

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** `parameters`: those of one operation whose `in` is `body` or `formData`, references followed. */
export function convertBody(
  parameters: readonly Node<JsonObject>[],
  consumes: readonly string[],
  to: string,
  context: Conversion,
): JsonObject | undefined {
  const bodies = parameters.filter((p) => ownText(p.value, "in") === "body");
  const fields = parameters.filter((p) => ownText(p.value, "in") === "formData");
  const [body] = bodies;
  if (body) {
    const others = [...bodies.slice(1), ...fields];
    for (const { at } of others)
      context.report("SWAGGER2_LOSS", "an operation has one body; this part is left out", at);
    return wholeBody(body, consumes.length > 0 ? consumes : ["application/json"], to, context);
  }
  return fields.length > 0 ? formBody(fields, consumes, to, context) : undefined;
}

function wholeBody(body: Node<JsonObject>, consumes: readonly string[], to: string, context: Conversion): JsonObject {
  context.trail.add(to, body.at);
  const schema = own(body.value, "schema");
  const media = schema === undefined ? {} : { schema: context.schema(below(body, "schema", schema)) };
  const content = consumes.map((type) => {
    const pointer = `${to}/content/${type.replaceAll("~", "~0").replaceAll("/", "~1")}/schema`;
    context.trail.add(pointer, below(body, "schema", schema ?? null).at);
    return [type, media] as const;
  });
  const entries: Entries = kept(body.value, ["description"]);
  if (own(body.value, "required") === true) entries.push(["required", true]);
  return Object.fromEntries([...entries, ["content", Object.fromEntries(content)]]);
}

function formBody(
  fields: readonly Node<JsonObject>[],
  consumes: readonly string[],
  to: string,
  context: Conversion,
): JsonObject {
  const [first] = fields;
  if (first) context.trail.add(to, first.at);
  const properties: Entries = [];
  const required: string[] = [];
  const encoding: Entries = [];
  const types = formTypes(
    consumes,
    fields.some(({ value }) => isFile(value)),
  );
  for (const field of fields) {
    const name = ownText(field.value, "name");
    if (name === undefined) continue;
    const { schema, style } = formField(field, context);
    properties.push([name, schema]);
    if (own(field.value, "required") === true) required.push(name);
    if (style) encoding.push([name, style]);
    for (const type of types) {
      const pointer = `${to}/content/${type.replaceAll("/", "~1")}/schema/properties/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
      context.trail.add(pointer, field.at);
    }
  }
  const schema: JsonObject = {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
  };
  const media: JsonObject = encoding.length > 0 ? { schema, encoding: Object.fromEntries(encoding) } : { schema };
  const content = Object.fromEntries(types.map((type) => [type, media]));
  return required.length > 0 ? { required: true, content } : { content };
}

function formField(field: Node<JsonObject>, context: Conversion): { schema: JsonValue; style?: JsonObject } {
  const style = styleOf(field, "formData", context);
  if (style?.kind === "text")
    return { schema: { type: "string", description: textHint(field.value, style.separator) } };
  const plain = simpleSchema(field, context);
  const beside = kept(field.value, ["description", "example"]).filter(([key]) => key !== "x-nullable");
  const schema: JsonValue =
    typeof plain === "object" && plain !== null && !Array.isArray(plain)
      ? Object.fromEntries([...Object.entries(plain), ...beside])
      : plain;
  const files = isFile(own(field.value, "items"));
  return style && !files ? { schema, style: { style: style.style, explode: style.explode } } : { schema };
}

function isFile(value: JsonValue | undefined): boolean {
  return ownText(value, "type") === "file" || ownText(own(value, "items"), "type") === "file";
}

/** Files travel in multipart only. A form is never sent as JSON, whatever else the operation says it consumes. */
function formTypes(consumes: readonly string[], files: boolean): readonly string[] {
  const forms = consumes.filter((type) => isType(type, MULTIPART) || (!files && isType(type, URLENCODED)));
  return forms.length > 0
    ? [...new Set(forms)]
    : [files || consumes.some((t) => isType(t, MULTIPART)) ? MULTIPART : URLENCODED];
}

function isType(type: string, wanted: string): boolean {
  return type.split(";")[0]?.trim().toLowerCase() === wanted;
}
