/** What a GraphQL source may cost. Checked before the work, so that a hostile one ends in a diagnostic. */
export interface GraphqlLimits {
  /** All files together, or one answer. */
  readonly bytes: number;
  readonly files: number;
  /** Tokens of one document. */
  readonly tokens: number;
  /** Levels of braces, brackets and parentheses: parsers recurse as deep. */
  readonly depth: number;
  /** Types of an introspection. */
  readonly types: number;
}

// The largest public schemas have 2 MB and 400,000 tokens; GitLab's introspection has 6 MB.
const DEFAULT_LIMITS: GraphqlLimits = {
  bytes: 50 * 1024 * 1024,
  files: 10_000,
  tokens: 5_000_000,
  depth: 200,
  types: 100_000,
};

export function resolveLimits(limits: Partial<GraphqlLimits> | undefined): GraphqlLimits {
  return { ...DEFAULT_LIMITS, ...limits };
}
