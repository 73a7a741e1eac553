/** Hashes that tell whether a schema, or anything that it refers to, has changed. */
import { createHash } from "node:crypto";
import { referredSchemas } from "../ir/schema.js";
import type { ToolSpec } from "../ir/types.js";
import type { JsonSchema } from "../tool/json-schema.js";
import { components } from "./components.js";

export type Digest = (schema: JsonSchema) => string;

/**
 * Shared schemas are hashed once, those that refer to each other as one: walking from every tool through all that it
 * reaches would take time that grows as the square of the document.
 */
export function createDigest(schemas: ToolSpec["schemas"]): Digest {
  const digests = new Map<string, string>();
  const digest: Digest = (schema) => {
    const below = [...referredSchemas(schema)].sort().map((name) => `${name} ${digests.get(name)}`);
    return shortHash(JSON.stringify([schema, ...below]));
  };
  const references = new Map(Object.entries(schemas).map(([name, schema]) => [name, [...referredSchemas(schema)]]));
  for (const circle of circlesOf(components(references))) {
    // What leads out of the circle has its digest already; what stays inside is told by the names in the schemas.
    const together = shortHash(circle.map((name) => digest(schemas[name] ?? true)).join());
    for (const name of circle) digests.set(name, together);
  }
  return digest;
}

/** The members of each circle, sorted. */
function circlesOf(numbers: ReadonlyMap<string, number>): Iterable<readonly string[]> {
  const circles = new Map<number, string[]>();
  for (const [name, number] of numbers) {
    const circle = circles.get(number) ?? [];
    circle.push(name);
    circles.set(number, circle);
  }
  return [...circles.values()].map((circle) => circle.sort());
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** For comparing, where nobody would gain from two texts with the same hash. */
export const shortHash = (text: string): string => sha256(text).slice(0, 16);
