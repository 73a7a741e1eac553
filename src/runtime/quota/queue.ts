import { List, type Node } from "./list.js";

class Lane<T> {
  readonly key: unknown;
  readonly waiting: List<T> = new List<T>();
  /** Among the lanes that have someone waiting. */
  turn: Node<Lane<T>> | undefined;

  constructor(key: unknown) {
    this.key = key;
  }
}

/** Someone in the queue. */
export interface Ticket<T> {
  readonly lane: Lane<T>;
  readonly place: Node<T>;
}

/**
 * Fair between callers: each key has a lane of its own, lanes take turns, and within a lane the first comes first. One
 * caller with a thousand calls delays another's by one call, not by a thousand.
 */
export class FairQueue<T> {
  readonly #lanes = new Map<unknown, Lane<T>>();
  readonly #turns = new List<Lane<T>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  join(key: unknown, value: T): Ticket<T> {
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = new Lane<T>(key);
      lane.turn = this.#turns.push(lane);
      this.#lanes.set(key, lane);
    }
    this.#size++;
    return { lane, place: lane.waiting.push(value) };
  }

  leave({ lane, place }: Ticket<T>): void {
    lane.waiting.remove(place);
    this.#size--;
    if (lane.waiting.size > 0) return;
    if (lane.turn) this.#turns.remove(lane.turn);
    this.#lanes.delete(lane.key);
  }

  /** Who is next. */
  peek(): T | undefined {
    return this.#turns.first?.value.waiting.first?.value;
  }

  /** Takes out who is next. */
  shift(): T | undefined {
    const turn = this.#turns.first;
    const place = turn?.value.waiting.first;
    if (!turn || !place) return undefined;
    const lane = turn.value;
    this.leave({ lane, place });
    if (lane.waiting.size > 0) {
      this.#turns.remove(turn);
      lane.turn = this.#turns.push(lane);
    }
    return place.value;
  }

  /** How many go before someone who joins now under this key, if nobody else comes: at most. */
  ahead(key: unknown): number {
    const own = this.#lanes.get(key)?.waiting.size ?? 0;
    return Math.min(this.#size, this.#turns.size * (own + 1));
  }

  *[Symbol.iterator](): Generator<T> {
    for (const lane of this.#turns) yield* lane.waiting;
  }
}
