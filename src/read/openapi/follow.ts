/** Reference Objects where the standard has them, and where authors put them although it has none: operations, path items. */
import type { JsonObject, JsonValue, Node, OpenApiDocument } from "./document.js";
import { isObject, objectNode, own } from "./schema/node.js";

const MAX_STEPS = 100;

/** What is wrong with one operation: it is left out, with this message and place. */
export class OperationFault extends Error {
  readonly at: Node["at"];

  constructor(message: string, at: Node["at"]) {
    super(message);
    this.name = "OperationFault";
    this.at = at;
  }
}

/** The object that a node is or refers to; undefined where that leads nowhere. OpenAPI 3.1: its words beside `$ref` win. */
export function follow(document: OpenApiDocument, start: Node): Node<JsonObject> | undefined {
  let node: Node | undefined = start;
  let words: Record<string, JsonValue> = {};
  for (let step = 0; node && step < MAX_STEPS; step++) {
    const object = objectNode(node);
    if (!object) return undefined;
    const ref = own(object.value, "$ref");
    if (typeof ref !== "string") {
      return Object.keys(words).length === 0 ? object : { value: { ...object.value, ...words }, at: object.at };
    }
    for (const key of ["summary", "description"]) {
      const text = own(object.value, key);
      if (typeof text === "string") words = { [key]: text, ...words };
    }
    node = document.resolve(ref, object.at);
  }
  return undefined;
}

/** A node and what it refers to, nearest first: fields of a path item may stand in each. */
export function chain(document: OpenApiDocument, start: Node): readonly Node<JsonObject>[] {
  const nodes: Node<JsonObject>[] = [];
  let node: Node | undefined = start;
  while (node && isObject(node.value) && nodes.length < MAX_STEPS) {
    const object: Node<JsonObject> = { value: node.value, at: node.at };
    nodes.push(object);
    const ref = own(object.value, "$ref");
    node = typeof ref === "string" ? document.resolve(ref, object.at) : undefined;
  }
  return nodes;
}
