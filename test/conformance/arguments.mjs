// Arguments for a tool, made from nothing but its own input schema.
import { generateSync } from "json-schema-faker";

/** Same seed, same arguments. `minimal` has what is required, `full` everything that terminates. */
export function makeArguments(schema, kind, seed) {
  return generateSync(schema, {
    seed,
    alwaysFakeOptionals: kind === "full",
    optionalsProbability: kind === "full" ? 1 : 0,
    refDepthMin: 0,
    refDepthMax: 12,
    maxItems: 2,
    minItems: kind === "full" ? 1 : 0,
    minLength: 1,
    maxLength: 40,
    useDefaultValue: false,
    ignoreMissingRefs: false,
    failOnInvalidTypes: false,
    failOnInvalidFormat: false,
  });
}
