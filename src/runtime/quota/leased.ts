import type { Limit } from "../../tool/types.js";
import type { Clock } from "../clock.js";
import type { Flight } from "./flight.js";
import { sizeOf } from "./limit.js";
import type { Meter, Settle, SharedMeter } from "./meter.js";
import type { LeaseStore } from "./store.js";

/** Parts of a limit, each held by one process at a time. */
const MOST_PARTS = 64;
/** Beyond what calls need: so long a store may be away before anything changes. */
const SLACK_MS = 30_000;
/** No call is longer, as far as a lease is concerned. */
const CALL_MS = 60_000;
/** Someone has less than a fair share; said again while it is so. */
const WANTED_MS = 2000;
const RENEW_MS = 5000;
/** A store that comes back may have forgotten everything: so long all others have to say what they hold. */
const RECALL_MS = 2000;
/** Nobody has asked for so long: what is not used goes back. */
const IDLE_MS = 5000;

export interface LeasedOptions {
  readonly key: string;
  readonly limit: Limit;
  readonly inner: SharedMeter;
  readonly wake: () => void;
  readonly members: () => number;
  readonly store: LeaseStore;
  readonly clock: Clock;
}

/**
 * A limit in parts. Whoever holds a part keeps it by itself, without asking for each call; a part changes hands only
 * when all of its slots are back, so nothing is lost of the exactness. Where the store is away, a process goes on with
 * what it holds, and after a while with its fair share of that: never with more.
 */
export class Leased implements Meter {
  readonly #o: LeasedOptions;
  readonly #sizes: readonly number[];
  readonly #held = new Set<number>();
  /** What is held is sure to be ours until then. */
  #sureUntil = Number.POSITIVE_INFINITY;
  #renewedAt = Number.NEGATIVE_INFINITY;
  #wantedAt = Number.NEGATIVE_INFINITY;
  #hungry = false;
  #taking = false;
  #away = false;
  /** Nothing is taken before. */
  #takeFrom = Number.NEGATIVE_INFINITY;
  #next = 1;
  #closed = false;

  constructor(options: LeasedOptions) {
    this.#o = options;
    const size = sizeOf(options.limit);
    const parts = Math.max(1, Math.min(MOST_PARTS, Math.floor(size)));
    // Whole slots, but for buckets, whose parts need not be whole.
    this.#sizes = Array.from({ length: parts }, (_, i) =>
      "rate" in options.limit ? size / parts : Math.floor(((i + 1) * size) / parts) - Math.floor((i * size) / parts),
    );
  }

  get subject(): string {
    return this.#o.inner.subject;
  }

  /** Nothing is held, and nobody asks: need not be looked after. */
  get spare(): boolean {
    return this.#closed;
  }

  at(cost: number, now: number): number | undefined {
    const at = this.#o.inner.at(cost, now);
    if (at === undefined || at > now) {
      this.#wantedAt = now;
      this.#hungry = true;
      if (this.#held.size < this.#sizes.length) void this.#take();
    }
    return at;
  }

  take(cost: number, now: number, flight: Flight): Settle {
    this.#wantedAt = now;
    return this.#o.inner.take(cost, now, flight);
  }

  wait(ahead: number, cost: number, now: number): number {
    // What others hold may be back at any time: nobody is refused before it was tried.
    return this.#held.size === 0 ? 0 : this.#o.inner.wait(ahead, cost, now);
  }

  idle(): boolean {
    return false;
  }

  /** Keeps what is held, and gives others their share. Never rejects. */
  async tick(): Promise<void> {
    const now = this.#o.clock.now();
    try {
      if (this.#away || now - this.#renewedAt >= RENEW_MS) await this.#renew(now);
      if (await this.#o.store.held(this.#key("wanted"))) this.#giveAway(now);
      else if (now - this.#wantedAt > IDLE_MS) this.#shrinkTo(0);
      if (this.#hungry && this.#held.size < this.#sizes.length) await this.#take();
    } catch {
      // The store is away: see the class.
      this.#away = true;
      if (now > this.#sureUntil) this.#failSafe();
    }
    this.#hungry = false;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#shrinkTo(0);
  }

  #key(what: number | "wanted"): string {
    return `${this.#o.key}/${what}`;
  }

  get #fair(): number {
    return Math.max(1, Math.floor(this.#sizes.length / this.#o.members()));
  }

  /** What a lease has to outlast: a call that begins now, and its slot's way back. */
  get #needMs(): number {
    const { limit } = this.#o;
    const back = "rate" in limit ? (limit.burst / limit.rate) * 1000 : "concurrency" in limit ? 0 : limit.interval;
    return CALL_MS + back;
  }

  async #renew(now: number): Promise<void> {
    const ms = this.#needMs + SLACK_MS;
    if (now > this.#sureUntil) await this.#reclaim(ms);
    await Promise.all([...this.#held].map((part) => this.#o.store.renew(this.#key(part), ms)));
    if (this.#away) this.#takeFrom = this.#o.clock.now() + RECALL_MS;
    this.#away = false;
    this.#renewed(now);
  }

  /** The store was away for long: others may hold by now what was ours. */
  async #reclaim(ms: number): Promise<void> {
    if (this.#o.clock.now() < this.#renewedAt + ms) return;
    for (const part of [...this.#held]) {
      const ours = await this.#o.store.take(this.#key(part), ms);
      if (!ours && this.#o.inner.shrink(this.#sizes[part] ?? 0)) this.#held.delete(part);
    }
  }

  async #take(): Promise<void> {
    if (this.#taking || this.#closed || this.#away || this.#o.clock.now() < this.#takeFrom) return;
    this.#taking = true;
    try {
      const free = this.#sizes.map((_, i) => i).filter((i) => !this.#held.has(i));
      const from = Math.floor(Math.random() * free.length);
      const tried = [...free.slice(from), ...free.slice(0, from)].slice(0, this.#next);
      const ms = this.#needMs + SLACK_MS;
      const before = this.#o.clock.now();
      const took = await Promise.all(tried.map(async (i) => ((await this.#o.store.take(this.#key(i), ms)) ? i : -1)));
      if (this.#held.size === 0) this.#renewed(before);
      const got = took.filter((i) => i >= 0);
      for (const i of got) {
        this.#held.add(i);
        this.#o.inner.grow(this.#sizes[i] ?? 0);
      }
      this.#next = Math.min(MOST_PARTS, this.#next * 2);
      if (got.length > 0) this.#o.wake();
      else if (this.#held.size < this.#fair) await this.#o.store.take(this.#key("wanted"), WANTED_MS);
    } catch {
      // The store is away: see the class.
      this.#away = true;
      if (this.#o.clock.now() > this.#sureUntil || this.#held.size === 0) this.#failSafe();
    } finally {
      this.#taking = false;
    }
  }

  #renewed(now: number): void {
    this.#renewedAt = now;
    this.#sureUntil = now + SLACK_MS;
  }

  /** Someone has too little: nobody keeps more than a fair share, nor what is not needed. */
  #giveAway(now: number): void {
    this.#next = 1;
    this.#shrinkTo(now - this.#wantedAt < IDLE_MS ? this.#fair : 0);
  }

  #shrinkTo(count: number): void {
    for (const part of [...this.#held]) {
      if (this.#held.size <= count || !this.#o.inner.shrink(this.#sizes[part] ?? 0)) return;
      this.#held.delete(part);
      const release = (): void => void this.#o.store.release(this.#key(part)).catch(() => {});
      if (this.#o.inner.graceMs > 0 && !this.#closed) this.#o.clock.after(this.#o.inner.graceMs, release);
      else release();
    }
  }

  /** A fair share of the parts, whoever has them: all processes are cut off alike, or this one alone is. */
  #failSafe(): void {
    const fair = this.#fair;
    for (const part of [...this.#held].slice(fair)) {
      if (this.#o.inner.shrink(this.#sizes[part] ?? 0)) this.#held.delete(part);
    }
    if (this.#held.size > 0) return;
    for (let i = 0; i < fair; i++) {
      this.#held.add(i);
      this.#o.inner.grow(this.#sizes[i] ?? 0);
    }
    this.#renewedAt = Number.NEGATIVE_INFINITY;
    this.#sureUntil = Number.NEGATIVE_INFINITY;
    this.#o.wake();
  }
}
