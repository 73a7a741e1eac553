import type { HttpOperation, ToolSpec } from "../../../src/ir/types.js";
import type { JsonSchema } from "../../../src/tool/json-schema.js";

export const closed = (properties: Record<string, JsonSchema> = {}, required: readonly string[] = []): JsonSchema => ({
  type: "object",
  properties,
  ...(required.length > 0 ? { required } : {}),
  additionalProperties: false,
});

export function operation(toolName: string, facts: Partial<HttpOperation> = {}): HttpOperation {
  return {
    kind: "http",
    toolName,
    group: "pets",
    description: "Says what it does.",
    effect: "read",
    tags: [],
    input: closed(),
    pointer: `#/paths/~1${toolName}/get`,
    operationId: null,
    auth: [],
    http: { method: "GET", path: `/${toolName}` },
    ...facts,
  };
}

export function toolSpec(facts: Partial<ToolSpec> = {}): ToolSpec {
  return {
    name: "petstore",
    source: { kind: "openapi", version: "3.1.0", title: "Petstore", file: "petstore.yaml", sha256: "0".repeat(64) },
    servers: { default: { url: "https://api.example.com/v1" } },
    origins: ["https://api.example.com"],
    auth: {},
    schemas: {},
    operations: [],
    ...facts,
  };
}

const pet: JsonSchema = {
  type: "object",
  description: "An animal for sale.",
  required: ["id", "name"],
  properties: {
    id: { type: ["integer", "string"], format: "int64" },
    name: { type: "string", description: "What it is called." },
    tag: { type: ["string", "null"], deprecated: true },
    status: { enum: ["available", "sold", null], default: "available" },
    parent: { $ref: "#/$defs/Pet" },
    labels: { type: "object", additionalProperties: { type: "string" } },
  },
};

/** A small, friendly API. */
export const petstore: ToolSpec = toolSpec({
  title: "Petstore",
  description: "Pets for sale.",
  auth: { apiKey: { type: "apiKey", in: "header", name: "X-Key" } },
  schemas: { Pet: pet, PetList: { type: "array", items: { $ref: "#/$defs/Pet" } } },
  operations: [
    operation("create_pet", {
      effect: "write",
      tags: ["pets"],
      title: "Create a pet",
      description: "Add a pet to the store.\n\nIt is for sale at once.",
      operationId: "createPet",
      auth: [{ apiKey: [] }],
      input: closed(
        {
          name: { type: "string", minLength: 1 },
          tag: { type: "string" },
          price: { type: "integer", format: "int64" },
        },
        ["name"],
      ),
      output: { $ref: "#/$defs/Pet" },
      http: {
        method: "POST",
        path: "/pets",
        body: { mediaType: "application/json", fields: ["name", "tag", "price"] },
      },
    }),
    operation("delete_pet", {
      effect: "irreversible",
      tags: ["pets"],
      description: "Remove a pet.",
      auth: [{ apiKey: [] }],
      input: closed({ pet_id: { type: "string" } }, ["pet_id"]),
      http: { method: "DELETE", path: "/pets/{petId}", pathParameters: [{ arg: "pet_id", name: "petId" }] },
    }),
    operation("list_pets", {
      tags: ["pets"],
      description: "List all pets.",
      input: closed({
        limit: { type: "integer", minimum: 1, maximum: 100, default: 20, description: "How many." },
        labels: { type: "array", items: { type: "string" } },
      }),
      output: { $ref: "#/$defs/PetList" },
      http: { method: "GET", path: "/pets", query: ["limit", { arg: "labels", explode: false }] },
    }),
  ],
});
