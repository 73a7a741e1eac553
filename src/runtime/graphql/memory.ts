/** Which fields a toolkit's service has refused. */
import type { Call } from "../call/call.js";
import type { Clock } from "../clock.js";
import type { Refused } from "./prune.js";

/** Rights are granted and schemas move on: a field that was refused is asked for again some time. */
const REMEMBERED_MS = 60 * 60 * 1000;
/** Contexts whose refusals are known; the oldest go first. */
const MAX_CONTEXTS = 1000;

interface Remembered extends Refused {
  readonly until: number;
}

const EVERYONE = Symbol("everyone");

/** By whom it concerns, tool and place. What a token may read is a matter of its owner, what there is of everyone. */
export class Memory {
  readonly #clock: Clock;
  readonly #known = new Map<unknown, Map<string, Map<string, Remembered>>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of({ context, tool }: Call): readonly Refused[] {
    const now = this.#clock.now();
    return [EVERYONE, context].flatMap((whom) => {
      const places = this.#known.get(whom)?.get(tool.name)?.values() ?? [];
      return [...places].filter(({ until }) => until > now);
    });
  }

  add({ context, tool }: Call, refused: readonly Refused[]): void {
    const until = this.#clock.now() + REMEMBERED_MS;
    for (const each of refused) {
      const whom = each.why === "scope" ? context : EVERYONE;
      const tools = this.#known.get(whom) ?? new Map<string, Map<string, Remembered>>();
      const places = tools.get(tool.name) ?? new Map<string, Remembered>();
      places.set(each.place, { ...each, until });
      tools.set(tool.name, places);
      this.#known.set(whom, tools);
    }
    for (const whom of this.#known.keys()) {
      if (this.#known.size <= MAX_CONTEXTS) break;
      if (whom !== EVERYONE) this.#known.delete(whom);
    }
  }
}
