import type { JsonSchema } from "../../tool/json-schema.js";
import { jsonLength, MAX_DEPTH, stringLength } from "./measure.js";
import { isContainer, type Members, requiredKeys } from "./members.js";
import { ANYTHING, RuleBook, type Rules, type Views } from "./rules.js";

/** How long the parts of one value are, and how short they can be made. Remembers what it has measured. */
export class Sizes {
  readonly #book: RuleBook | undefined;
  readonly #least = new Map<object, number>();
  /** For which room a value was found to be too long: it is so for any smaller one. */
  readonly #over = new Map<object, number>();

  constructor(schema: JsonSchema | undefined) {
    this.#book = schema === undefined ? undefined : new RuleBook(schema);
  }

  /** What the schema asks of a value. */
  rules(views: Views, value: unknown): Rules {
    return this.#book?.rulesFor(views, value) ?? ANYTHING;
  }

  /** As JSON; `Infinity`: longer than `room`. */
  lengthOf(value: unknown, room: number, depth: number): number {
    if (!isContainer(value)) return jsonLength(value, room);
    if (room <= (this.#over.get(value) ?? -1)) return Number.POSITIVE_INFINITY;
    const length = jsonLength(value, room, MAX_DEPTH - depth);
    if (length > room) this.#over.set(value, room);
    return length;
  }

  /** The shortest that `fit` can make of a value; `Infinity`: longer than `room`. */
  leastOf(value: unknown, views: Views, room: number, depth: number): number {
    if (typeof value === "string") {
      const short = Math.min(3, stringLength(value, 3));
      return this.rules(views, value).divisible ? short : stringLength(value, room);
    }
    if (!isContainer(value)) return jsonLength(value, room);
    const known = this.#least.get(value);
    if (known !== undefined) return known;
    const rules = this.rules(views, value);
    const least = rules.rigid ? this.lengthOf(value, room, depth) : this.leastParts(value, rules, room, depth);
    this.#least.set(value, least);
    return least;
  }

  /** The same, of an object or array whose rules are known. */
  leastParts(value: object, rules: Rules, room: number, depth: number): number {
    let least = 2;
    if (Array.isArray(value)) {
      const count = Math.min(rules.minItems, value.length);
      if (count > 0 && depth >= MAX_DEPTH) return Number.POSITIVE_INFINITY;
      for (let i = 0; i < count && least <= room; i++) {
        least += (i > 0 ? 1 : 0) + this.leastOf(value[i], rules.item(i), room, depth + 1);
      }
      return least;
    }
    if (rules.required.size === 0 && rules.minProperties === 0) return least;
    const members = value as Members;
    let comma = 0;
    for (const key of requiredKeys(Object.keys(members), rules)) {
      if (depth >= MAX_DEPTH) return Number.POSITIVE_INFINITY;
      least += comma + stringLength(key) + 1 + this.leastOf(members[key], rules.property(key), room, depth + 1);
      if (least > room) break;
      comma = 1;
    }
    return least;
  }
}
