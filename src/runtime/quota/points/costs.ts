/** What calls cost where points are counted, as far as answers have told: the same for all accounts of an upstream. */
import { createHash } from "node:crypto";
import type { Call } from "../../call/call.js";
import type { Told } from "../told/told.js";

/** Tools, and page sizes of each, that are remembered. */
const MOST_TOOLS = 1000;
const MOST_SIZES = 16;
/** What a lower cost takes off a higher one: what it depends on besides may be as it was, next time. */
const FADE = 1 / 16;
/** Arguments that say how much to fetch. */
const SIZE = /(?:^|_)(?:first|last|limit|count|per_?page|page_?size|max_?results)$/i;

type Asking = Pick<Call, "tool" | "args">;

export class Costs {
  /** By tool, then by page size. */
  readonly #known = new Map<string, Map<number, number>>();
  #highest = 0;
  /** Answers tell of costs; `undefined`: none has come yet. */
  #tells: boolean | undefined;

  /** The most that a call has cost. */
  get highest(): number {
    return this.#highest;
  }

  /** The next answer will tell, as far as anyone knows. */
  isOpen(asking: Asking): boolean {
    const { tool } = asking;
    return "graphql" in tool && tool.cost === undefined && this.#tells !== false && !this.#known.has(costKey(asking));
  }

  /** What has to fit for such a call to be let through; `undefined`: not known. */
  of(asking: Asking): number | undefined {
    const sizes = this.#known.get(costKey(asking));
    if (!sizes) return undefined;
    const size = sizeOf(asking);
    const exact = sizes.get(size);
    if (exact !== undefined) return exact;
    // More of the same costs as much more at most, and never less.
    let bound = Number.POSITIVE_INFINITY;
    for (const [other, cost] of sizes) {
      if (other > size) bound = Math.min(bound, cost);
      else if (other > 0) bound = Math.min(bound, (cost * size) / other);
    }
    return size === 0 || bound === Number.POSITIVE_INFINITY ? Math.max(...sizes.values()) : bound;
  }

  /** `told`: with an answer, which was no failure where it is `done`. */
  learn(asking: Asking, { asked, cost, refused }: Told, done: boolean): void {
    const needed = asked ?? (refused ? undefined : cost);
    if (needed !== undefined) {
      this.#tells = true;
      this.#keep(asking, needed);
    } else if (done) this.#tells ??= false;
    // What always fails would be tried alone for ever.
    else if (!refused && this.isOpen(asking)) this.#keep(asking, Math.max(1, this.#highest));
  }

  #keep(asking: Asking, needed: number): void {
    this.#highest = Math.max(this.#highest, needed);
    const key = costKey(asking);
    const sizes = this.#known.get(key) ?? new Map<number, number>();
    const size = sizeOf(asking);
    const before = sizes.get(size) ?? needed;
    renew(sizes, size, Math.max(needed, before - (before - needed) * FADE), MOST_SIZES);
    renew(this.#known, key, sizes, MOST_TOOLS);
  }
}

/** What was learned last is forgotten last. */
function renew<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

/** Calls of the same key and page size cost the same. Where a model chooses the fields, each choice has its own. */
export function costKey({ tool }: Asking): string {
  if (!("graphql" in tool) || tool.graphql.select === undefined) return tool.name;
  return `${tool.name}\n${createHash("sha256").update(tool.graphql.document).digest("base64")}`;
}

/** 0: as much as the service thinks fit. */
function sizeOf({ args }: Asking): number {
  let size = 0;
  for (const [name, value] of Object.entries(args)) {
    if (typeof value === "number" && value > 0 && SIZE.test(name)) size = Math.max(1, size) * value;
  }
  return size;
}
