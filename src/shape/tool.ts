/** What every tool has, whatever kind of document it comes from. */
import type { Diagnostics } from "../diagnostics.js";
import { settingsOf } from "../ir/settings.js";
import type { OperationBase, ToolSettings } from "../ir/types.js";
import type { JsonSchema } from "../tool/json-schema.js";
import { soundAliases } from "./aliases.js";
import type { Bindings } from "./bind.js";
import { type Chosen, placed } from "./choose.js";
import { type Described, describe } from "./describe.js";

type Part = ToolSettings &
  Pick<OperationBase, "toolName" | "title" | "description" | "input" | "output" | "aliases" | "bound">;

interface Read {
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
}

/** Texts, arguments and limits: as they were read, and as `override` says. `said`: how the document calls it, cleaned. */
export function toolPart(
  { candidate, detail, toolName, override, labels, place }: Chosen<Omit<Described, "said">, Read>,
  said: string,
  bindings: Bindings,
  diagnostics: Diagnostics,
): Part {
  const { input, bound } = bindings.apply(detail.input, labels, override.bind ?? []);
  const aliases = soundAliases(override.aliases ?? {}, { input, bound }, (message) =>
    diagnostics.report("EXTENSION_INVALID", { message: `${toolName}: ${message}`, ...placed(place()) }),
  );
  return {
    toolName,
    ...describe({ ...candidate, said }, toolName, override.description),
    input,
    ...(detail.output !== undefined && { output: detail.output }),
    ...(Object.keys(aliases).length > 0 && { aliases }),
    ...(bound && { bound }),
    ...settingsOf({ ...override, ...(override.maxWait !== undefined && { maxWaitMs: override.maxWait }) }),
  };
}
