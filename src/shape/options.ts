import type { Limit } from "../tool/types.js";

export interface ShapeOptions {
  /** Toolkit name; default: from the document's title. */
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tags?: readonly string[];
  /** Takes the place of every server. */
  readonly baseUrl?: string;
  /** Of the toolkit as a whole; several hold at once. Default: the document's, or what is known of the vendor. */
  readonly quota?: Limit | readonly Limit[];
  /** Whose limits and headers hold, by a name that the runtime knows: `github`. */
  readonly vendor?: string;
  /** Header by which the service takes a key for each write. What an operation declares itself goes before it. */
  readonly idempotencyHeader?: string;
  /** Origins beyond the document's own that credentials may be sent to. */
  readonly allowOrigins?: readonly string[];
  /** `[<tool>:]<arg>=<constant | env:NAME | context:path>`: arguments that no model gives. */
  readonly bind?: readonly string[];
  /** Deprecated operations too. */
  readonly deprecated?: boolean;
  /** From the config: settings of single tools, by tool name, operationId, `METHOD /path`, or a glob over these. */
  readonly tools?: Readonly<Record<string, unknown>>;
  /** Where these stand, as messages call it: `toolgen.config.json: toolkits[0].tools`. */
  readonly toolsAt?: string;
}
