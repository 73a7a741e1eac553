/** `enum` and `const`. ajv's own equality calls what an object has as its `toString` or `valueOf`, whatever that is. */
import { canonical } from "./unique.js";

/** Whether a value is one of these (JSON Schema 2020-12, 4.2.2). */
export function oneOfValues(values: readonly unknown[]): (value: unknown) => boolean {
  const scalars = new Set(values.filter((value) => !isComposite(value)));
  const composites = new Set(values.filter(isComposite).map(canonical));
  return (value) => (isComposite(value) ? composites.size > 0 && composites.has(canonical(value)) : scalars.has(value));
}

const isComposite = (value: unknown): value is object => typeof value === "object" && value !== null;
