/** What a document may cost. Checked before the work, so that a hostile document ends in a diagnostic. */
export interface Limits {
  /** All files together. */
  readonly bytes: number;
  readonly files: number;
  /** Levels of objects and lists. */
  readonly depth: number;
  /** Values of all files together, those that YAML aliases repeat counted each time. */
  readonly nodes: number;
  readonly operations: number;
  /** Characters of one text or key. */
  readonly text: number;
}

// Microsoft Graph beta, the largest public document known: 47 MB, about 2 million values, 22,361 operations.
const DEFAULT_LIMITS: Limits = {
  bytes: 50 * 1024 * 1024,
  files: 20_000,
  depth: 400,
  nodes: 8_000_000,
  operations: 60_000,
  text: 4 * 1024 * 1024,
};

// Readers recurse as deep as the document does; their stack holds this much.
const MAX_DEPTH = 1_000;

export function resolveLimits(limits: Partial<Limits> | undefined): Limits {
  const all = { ...DEFAULT_LIMITS, ...limits };
  return { ...all, depth: Math.min(all.depth, MAX_DEPTH) };
}
