/** The types of value that a schema takes, as far as they can be seen without validating anything. */
import type { SimpleType } from "../../../../tool/json-schema.js";
import type { Node } from "../../document.js";
import { isList, isObject, listBelow, objectNode, own } from "../node.js";
import type { Reader } from "../scope.js";

const ALL: ReadonlySet<SimpleType> = new Set(["null", "boolean", "object", "array", "number", "string"]);
const MAX_STEPS = 64;

/** `integer` counts as `number`. */
export function kindsOf(node: Node, reader: Pick<Reader, "find">): ReadonlySet<string> {
  let steps = 0;
  const of = (given: Node): ReadonlySet<string> => {
    steps += 1;
    const at = objectNode(given);
    if (!at || steps > MAX_STEPS) return ALL;
    const { value } = at;
    const stated = stateKinds(value);
    const nullable = own(value, "nullable") === true || own(value, "x-nullable") === true ? ["null"] : [];
    if (stated) return new Set([...stated, ...nullable]);
    const ref = own(value, "$ref");
    const target = typeof ref === "string" ? reader.find(ref, at.at) : undefined;
    const first = target ? [of(target.node)] : listBelow(at, "allOf").map(of);
    const union = [...listBelow(at, "oneOf"), ...listBelow(at, "anyOf")].map(of);
    const joined = union.length > 0 ? [new Set(union.flatMap((kinds) => [...kinds]))] : [];
    const [head = ALL, ...rest] = [...first, ...joined];
    const kinds = new Set([...head].filter((kind) => rest.every((next) => next.has(kind))));
    return nullable.length === 0 ? kinds : new Set([...kinds, ...nullable]);
  };
  return of(node);
}

function stateKinds(value: Node["value"]): readonly string[] | undefined {
  if (!isObject(value)) return undefined;
  const type = own(value, "type");
  const types = (isList(type) ? type : [type]).filter((one) => typeof one === "string");
  if (types.length > 0) return types.map((one) => (one === "integer" ? "number" : one));
  if (isObject(own(value, "properties"))) return ["object"];
  const constant = own(value, "const");
  const list = own(value, "enum");
  const values = constant !== undefined ? [constant] : isList(list) && list.length > 0 ? list : undefined;
  return values?.map((one) => (one === null ? "null" : isList(one) ? "array" : typeof one));
}

/** Whether no value can be of two of these schemas, by type or by listed values alone. */
export function areDisjoint(nodes: readonly Node[], reader: Pick<Reader, "find">): boolean {
  const seen = new Set<string>();
  const values = new Set<unknown>();
  const kindsWithValues = new Set<string>();
  for (const node of nodes) {
    const listed = simpleValues(node);
    const kinds = [...kindsOf(node, reader)];
    if (listed) {
      if (listed.some((value) => values.has(value)) || kinds.some((kind) => seen.has(kind))) return false;
      for (const value of listed) values.add(value);
      for (const kind of kinds) kindsWithValues.add(kind);
    } else {
      if (kinds.some((kind) => seen.has(kind) || kindsWithValues.has(kind))) return false;
      for (const kind of kinds) seen.add(kind);
    }
  }
  return true;
}

function simpleValues(node: Node): readonly unknown[] | undefined {
  if (!isObject(node.value)) return undefined;
  const constant = own(node.value, "const");
  const list = own(node.value, "enum");
  const values = constant !== undefined ? [constant] : isList(list) && list.length > 0 ? list : undefined;
  return values?.every((value) => typeof value !== "object" || value === null) ? values : undefined;
}
