/** The ledger of `src/runtime/quota/ledger.ts` once more, on virtual time: what is tested with it is tested over Redis too. */
import type { Claim, LeaseStore, Share } from "../../../../src/runtime/quota/shared/store.js";

interface Member {
  readonly booked: number;
  readonly want: number;
  readonly least: number;
  readonly until: number;
}

export interface MemoryStore extends LeaseStore {
  readonly ledgers: Map<string, Map<string, Member>>;
  /** Claims that were heard. */
  readonly claims: { count: number };
  /** What becomes of claims from now on. */
  mode: "there" | "refuses" | "hangs";
}

export function memoryStore(now: () => number = () => performance.now()): MemoryStore {
  const ledgers = new Map<string, Map<string, Member>>();
  const quiet = new Map<string, number>();
  const claims = { count: 0 };
  const store: MemoryStore = {
    ledgers,
    claims,
    mode: "there",
    async share(key, claim) {
      if (store.mode === "hangs") return new Promise<never>(() => {});
      if (store.mode === "refuses") throw new Error("READONLY");
      claims.count++;
      const ledger = ledgers.get(key) ?? new Map<string, Member>();
      for (const [id, { until }] of ledger) if (until <= now()) ledger.delete(id);
      const forgotten = claim.known && !ledger.has(claim.member);
      if (forgotten && (quiet.get(key) ?? 0) <= now()) quiet.set(key, now() + 4000);
      ledgers.set(key, ledger);
      const answer = shareOf(ledger, claim, now(), (quiet.get(key) ?? 0) > now());
      if (ledger.size === 0) ledgers.delete(key);
      return answer;
    },
  };
  return store;
}

function shareOf(ledger: Map<string, Member>, claim: Claim, now: number, quiet: boolean): Share {
  const { member: me, parts, held, want, least, leaseMs, turnMs } = claim;
  ledger.delete(me);
  if (held === 0 && want === 0) return { parts: 0, members: ledger.size };
  const taken = [...ledger.values()].reduce((sum, { booked }) => sum + booked, 0);
  const entry = { want, least, until: now + leaseMs };
  ledger.set(me, { ...entry, booked: 0 });
  const due = duesOf([...ledger], parts, Math.floor(now / turnMs)).get(me) ?? 0;
  const kept = Math.min(held, Math.max(0, parts - taken));
  const free = parts - taken - kept;
  const more = quiet ? 0 : Math.min(Math.max(0, due - kept), Math.ceil(free / 2));
  ledger.set(me, { ...entry, booked: kept + more });
  return { parts: quiet ? kept : Math.min(due, kept + more), members: ledger.size };
}

function duesOf(members: readonly (readonly [string, Member])[], parts: number, turn: number): Map<string, number> {
  const sorted = members.toSorted(([a, { want: x }], [b, { want: y }]) => x - y || (a < b ? -1 : 1));
  const most = sorted.filter(([, { want }]) => want === sorted.at(-1)?.[1].want);
  const turned = most.map((_, i) => most[(i + turn) % most.length] ?? most[0]);
  const order = [...sorted.slice(0, -most.length), ...turned].filter((one) => one !== undefined);
  const first = order.at(-1)?.[1];
  const reserve = Math.min(first?.least ?? 0, first?.want ?? 0, parts);
  let left = parts;
  const dues = new Map<string, number>();
  order.forEach(([id, { want }], i) => {
    const last = i === order.length - 1;
    const fair = last ? left : Math.min(Math.floor(left / (order.length - i)), Math.max(0, left - reserve));
    const due = Math.min(want, left, fair);
    left -= due;
    dues.set(id, due);
  });
  return dues;
}
