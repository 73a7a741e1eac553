/** OpenAPI Discriminator Object: which values of the property lead to which schema. */
import type { JsonObject, JsonValue, Node } from "../../document.js";
import { isObject, mapBelow, objectNode, own } from "../node.js";
import type { Reader, Target } from "../scope.js";

export interface Discriminator {
  readonly property: string;
  /** In the order of the mapping. */
  readonly mapping: readonly { readonly key: string; readonly target: Target }[];
  /** OpenAPI 3.2 `defaultMapping`: for values that nothing else maps, and for none. */
  readonly fallback: Target | undefined;
}

type Links = Pick<Reader, "find" | "document" | "report">;

export function readDiscriminator(node: Node<JsonObject>, reader: Links): Discriminator | undefined {
  const value = own(node.value, "discriminator");
  if (value === undefined) return undefined;
  const property = typeof value === "string" ? value : isObject(value) ? own(value, "propertyName") : undefined;
  if (typeof property !== "string" || property === "") {
    reader.report("SCHEMA_KEYWORD_INVALID", node, "discriminator has no propertyName: it is left out");
    return undefined;
  }
  const mapping = isObject(value) ? mapBelow({ value, at: node.at }, "mapping") : [];
  const found = mapping.flatMap(([key, to]) => {
    const target = findMapped(to.value, node, reader);
    if (!target) reader.report("SCHEMA_DISCRIMINATOR", node, `${JSON.stringify(key)} is mapped to no schema`);
    return target ? [{ key, target }] : [];
  });
  const fallback = isObject(value) ? own(value, "defaultMapping") : undefined;
  return {
    property,
    mapping: found,
    fallback: fallback === undefined ? undefined : findMapped(fallback, node, reader),
  };
}

/** A mapping's value is a schema's name or a reference; where it could be both, the name. */
function findMapped(value: JsonValue, node: Node, reader: Links): Target | undefined {
  if (typeof value !== "string") return undefined;
  const name = value.replaceAll("~", "~0").replaceAll("/", "~1");
  if (hasSchema(reader, value))
    return reader.find(`#/components/schemas/${encodeURIComponent(name)}`, reader.document.root.at);
  return /[#/.]/.test(value) ? reader.find(value, node.at) : undefined;
}

function hasSchema(reader: Links, name: string): boolean {
  const components = own(reader.document.root.value, "components");
  const schemas = isObject(components) ? own(components, "schemas") : undefined;
  return isObject(schemas) && Object.hasOwn(schemas, name);
}

/** The value that names a schema without being mapped: its name, as the reference writes it. */
export function implicitKey(ref: string): string | undefined {
  const [file = "", pointer = ""] = ref.split("#");
  const path = pointer === "" ? file.replace(/\.(?:json|ya?ml)$/i, "") : pointer;
  const last = path.split("/").at(-1);
  if (!last) return undefined;
  try {
    return decodeURIComponent(last).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch (cause) {
    if (cause instanceof URIError) return last;
    throw cause;
  }
}

const MAX_STEPS = 50;

/** The values that a property's schema lists (`enum`, `const`), through references; undefined where it lists none. */
export function listedValues(start: Node, reader: Pick<Reader, "find">): readonly JsonValue[] | undefined {
  let node: Node | undefined = start;
  for (let step = 0; node && step < MAX_STEPS; step++) {
    const at = objectNode(node);
    if (!at) return undefined;
    const constant = own(at.value, "const");
    if (constant !== undefined) return [constant];
    const list = own(at.value, "enum");
    if (Array.isArray(list) && list.length > 0) return list;
    const ref = own(at.value, "$ref");
    const members = own(at.value, "allOf");
    if (typeof ref === "string") node = reader.find(ref, at.at)?.node;
    else if (Array.isArray(members) && members.length === 1) {
      node = { value: members[0], at: { file: at.at.file, pointer: `${at.at.pointer}/allOf/0` } };
    } else return undefined;
  }
  return undefined;
}
