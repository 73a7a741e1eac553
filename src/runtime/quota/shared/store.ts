/** What one process says of one limit, whenever it has something to say and every few seconds. */
export interface Claim {
  /** Who speaks: another one for each process and limit. */
  readonly member: string;
  /** The limit, cut into so many parts that are all alike. */
  readonly parts: number;
  /** Parts that the process works with. */
  readonly held: number;
  /** Parts that it could use; all of them where calls wait. 0 with nothing held: it leaves. */
  readonly want: number;
  /** Parts without which the next call cannot go. */
  readonly least: number;
  /** It said something before, and has not left: a store that knows nobody has forgotten. */
  readonly known: boolean;
  /** So long from now on what it holds is its own, whatever becomes of it. */
  readonly leaseMs: number;
  /** What cannot be cut fairly is each one's in turn, for so long. */
  readonly turnMs: number;
}

export interface Share {
  /** More than `held`: now it holds that. Less: it has to come down to that, as parts come free. */
  readonly parts: number;
  /** How many processes hold or want some of it. */
  readonly members: number;
}

/**
 * Where several processes agree on what each may use. It books for every member what it holds, and never more than
 * there is; rejects, or never answers, when it is not there.
 */
export interface LeaseStore {
  /** Atomic. */
  share(key: string, claim: Claim): Promise<Share>;
}
