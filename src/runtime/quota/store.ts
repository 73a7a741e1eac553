/** What several processes need to agree on: who holds what, for how long. Each rejects when the store is not there. */
export interface LeaseStore {
  /** Takes what nobody holds, for so long at most; false: somebody holds it. Atomic. */
  take(key: string, ms: number): Promise<boolean>;
  /** From now on it is held for so long. Only by whoever holds it. */
  renew(key: string, ms: number): Promise<void>;
  release(key: string): Promise<void>;
  held(key: string): Promise<boolean>;
}
