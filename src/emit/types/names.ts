/** What a printed type may refer to. */
import type { Code } from "../code.js";

export interface TypeNames {
  /**
   * The local name of a shared schema's type; undefined where there is no such schema. `eager`: it stands in a union or
   * intersection, not below an object or array, so a type that needs itself there would not compile.
   */
  refer(schema: string, eager: boolean): Code | undefined;
}

const PREFIX = "#/$defs/";

/** The shared schema that a `$ref` names. */
export function refTarget(ref: string): string | undefined {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : undefined;
}
