/** The header that carries a key for each write, as the options and the settings of a tool name it. */
import type { Diagnostics } from "../diagnostics.js";
import type { AuthScheme } from "../tool/types.js";
import type { ShapeOptions } from "./options.js";
import { isKeyHeader, shown } from "./settings.js";

/** Of the toolkit; undefined where none is named, or one that may not carry a key. */
export function toolkitKeyHeader(options: ShapeOptions, diagnostics: Diagnostics): string | undefined {
  const { idempotencyHeader } = options;
  if (idempotencyHeader === undefined || isKeyHeader(idempotencyHeader)) return idempotencyHeader;
  const message = `idempotencyHeader: ${shown(idempotencyHeader)} is no header that may carry a key`;
  diagnostics.report("EXTENSION_INVALID", { message });
  return undefined;
}

/** Without a header that already carries a credential. */
export function withSoundKey<Plan extends { readonly idempotencyHeader?: string }>(
  plan: Plan,
  schemes: readonly AuthScheme[],
  complain: (message: string) => void,
): Plan {
  const name = plan.idempotencyHeader?.toLowerCase();
  const taken = schemes.some((one) => one.type === "apiKey" && one.in === "header" && one.name.toLowerCase() === name);
  if (!taken) return plan;
  complain(`header ${plan.idempotencyHeader} carries a credential, and no key besides`);
  const { idempotencyHeader: _, ...rest } = plan;
  return rest as Plan;
}
