$header$;
import type { JsonSchema } from "toolgen/tool";

/** The schemas that several tools share, by the name that `#/$defs/…` refers to. */
export const schemas: Readonly<Record<string, JsonSchema>> = $schemas$;
