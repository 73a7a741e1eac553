/** A request as people may see it: credentials redacted. */
export interface RequestPreview {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or a sentence about bytes. */
  readonly body?: string;
  /** What would stop the call: a credential that is missing, or may not go there. */
  readonly problem?: string;
}
