/** What an operation is called in the document it comes from. */
import type { Origin } from "../tool/types.js";
import type { Operation } from "./types.js";

export function originOf(operation: Operation): Exclude<Origin, { kind: "function" }> {
  switch (operation.kind) {
    case "http": {
      const { method, path } = operation.http;
      return { kind: "http", method, path, operationId: operation.operationId };
    }
    case "graphql": {
      const { operation: type, field = null, operationName } = operation.graphql;
      return { kind: "graphql", operation: type, field, operationName };
    }
    default:
      return operation satisfies never;
  }
}

/** `GET /pets`, `query pets`, `mutation AddPet`. */
export function originText(origin: Exclude<Origin, { kind: "function" }>): string {
  return origin.kind === "http"
    ? `${origin.method} ${origin.path}`
    : `${origin.operation} ${origin.field ?? origin.operationName}`;
}
