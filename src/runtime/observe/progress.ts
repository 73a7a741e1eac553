/** What a tool or a service says of its progress → what a caller may be told: bounded, in order, without a credential. */
import type { Progress } from "../../tool/types.js";
import { copyPlain } from "../arguments/copy.js";
import type { Redactor } from "../auth/redact.js";
import { visible } from "../visible.js";

const MAX_MESSAGE = 500;

/** One call's. `maxChars`: of a partial result, as JSON; a longer one is left out, since the result will hold it. */
export class ProgressFilter {
  readonly #redactor: Redactor;
  readonly #maxChars: number;
  #fraction = 0;

  constructor(redactor: Redactor, maxChars: number) {
    this.#redactor = redactor;
    this.#maxChars = maxChars;
  }

  /** `undefined`: nothing is left to tell. */
  pass({ fraction, message, partial }: Progress): Progress | undefined {
    const told = {
      ...this.#fractionOf(fraction),
      ...this.#messageOf(message),
      ...this.#partialOf(partial),
    };
    return Object.keys(told).length === 0 ? undefined : told;
  }

  #fractionOf(given: number | undefined): Pick<Progress, "fraction"> {
    if (typeof given !== "number" || !Number.isFinite(given)) return {};
    this.#fraction = Math.min(1, Math.max(this.#fraction, given));
    return { fraction: this.#fraction };
  }

  #messageOf(given: string | undefined): Pick<Progress, "message"> {
    if (typeof given !== "string" || given === "") return {};
    // Before it is cut: half a credential is one still.
    const clean = this.#redactor.text(visible(given));
    return { message: clean.length > MAX_MESSAGE ? `${clean.slice(0, MAX_MESSAGE)}…` : clean };
  }

  #partialOf(given: unknown): Pick<Progress, "partial"> {
    if (given === undefined) return {};
    const copied = copyPlain(given);
    if (!copied.ok) return {};
    const clean = this.#redactor.value(copied.value);
    return textOf(clean).length > this.#maxChars ? {} : { partial: copied.big ? JSON.parse(textOf(clean)) : clean };
  }
}

/** Integers beyond 2^53 are their digits, as in results. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? item.toString() : item));
}
