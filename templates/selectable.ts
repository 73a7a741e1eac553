$header$;
import type { GraphqlSelectable } from "toolgen/tool";

/** The types that a choice of fields may go through, by name. */
export const selectable: Readonly<Record<string, GraphqlSelectable>> = $selectable$;
