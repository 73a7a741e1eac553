import type { Quota } from "../tool/types.js";

export interface ShapeOptions {
  /** Toolkit name; default: from the document's title. */
  readonly name?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tags?: readonly string[];
  /** Takes the place of every server. */
  readonly baseUrl?: string;
  readonly quota?: Quota;
  /** Origins beyond the document's own that credentials may be sent to. */
  readonly allowOrigins?: readonly string[];
  /** `[<tool>:]<arg>=<constant | env:NAME | context:path>`: arguments that no model gives. */
  readonly bind?: readonly string[];
  /** Deprecated operations too. */
  readonly deprecated?: boolean;
  /** From the config: settings of single tools, by tool name, operationId, `METHOD /path`, or a glob over these. */
  readonly tools?: Readonly<Record<string, unknown>>;
}
