/** Arguments that leave a tool's schema, since the host gives them: `--bind`, the config's `bind`, `x-toolgen-bind`. */
import type { Diagnostics } from "../diagnostics.js";
import { BINDING_FORM, isSource, parseBinding, parseSource, parseTarget } from "../tool/binding.js";
import type { JsonSchema } from "../tool/json-schema.js";
import { withoutArguments } from "../tool/narrow.js";
import type { BoundArgument, BoundSource } from "../tool/types.js";
import { matcher } from "./select.js";

/** What is asked for, of one tool or of all that a pattern matches. */
export interface Wish {
  readonly arg: string;
  readonly from: BoundSource;
  /** As messages call it. */
  readonly said: string;
  /** Whoever says it of fewer tools, and is nearer to the user, counts. */
  readonly rank: Rank;
}

type Rank = "document" | "all tools" | "config" | "some tools";
const RANKS: readonly Rank[] = ["document", "all tools", "config", "some tools"];

/** Settings of one tool; undefined where one is not understood. */
export function readWishes(given: Readonly<Record<string, unknown>>): readonly Wish[] | undefined {
  const wishes: Wish[] = [];
  for (const [arg, value] of Object.entries(given)) {
    const from = sourceOf(value);
    if (from === undefined || parseTarget(arg)?.arg !== arg) return undefined;
    wishes.push({ arg, from, said: `bind ${arg}`, rank: "config" });
  }
  return wishes;
}

/** Text as flags write it, `{env}`, `{context}` or `{value}`, or any other JSON: a constant. */
function sourceOf(value: unknown): BoundSource | undefined {
  if (typeof value === "string") return parseSource(value);
  const text = JSON.stringify(value);
  if (text === undefined) return undefined;
  const copy: unknown = JSON.parse(text);
  return isSource(copy) ? copy : { value: copy };
}

/** A document may bind constants. What is the host's it must not read, or it could have it sent to its own server. */
export function documentWishes(wishes: readonly Wish[], complain: (message: string) => void): readonly Wish[] {
  return wishes.flatMap((wish) => {
    if ("value" in wish.from) return [{ ...wish, rank: "document" as const }];
    complain(`bind: ${wish.arg}: a document may bind constants alone; use --bind or the config file`);
    return [];
  });
}

export interface Narrowed {
  readonly input: JsonSchema;
  readonly bound?: Readonly<Record<string, BoundArgument>>;
}

export class Bindings {
  readonly #flags: readonly { readonly wish: Wish; readonly matches: (labels: readonly string[]) => boolean }[];
  readonly #used = new Set<Wish>();
  readonly #diagnostics: Diagnostics;

  /** `texts`: `[<tool>:]<arg>=<from>`. */
  constructor(texts: readonly string[], diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
    this.#flags = texts.flatMap((text) => {
      const binding = parseBinding(text);
      if (!binding) {
        diagnostics.report("BINDING_INVALID", { message: `${JSON.stringify(text)} is no ${BINDING_FORM}` });
        return [];
      }
      const { tool, arg, from } = binding;
      const rank = tool === undefined ? "all tools" : "some tools";
      const said = `--bind ${tool === undefined ? "" : `${tool}:`}${arg}`;
      return [{ wish: { arg, from, said, rank }, matches: tool === undefined ? () => true : matcher(tool) }];
    });
  }

  /** The schema without the arguments that are bound; `own`: what document and config say of this tool. */
  apply(input: JsonSchema, labels: readonly string[], own: readonly Wish[]): Narrowed {
    const asked = this.#flags.filter(({ matches }) => matches(labels)).map(({ wish }) => wish);
    const properties = (typeof input === "object" && input.properties) || {};
    const wishes = [...asked, ...own].filter(({ arg }) => Object.hasOwn(properties, arg));
    if (typeof input !== "object" || wishes.length === 0) return { input };
    for (const wish of wishes) this.#used.add(wish);
    // The last one counts.
    const ranked = wishes.toSorted((a, b) => RANKS.indexOf(a.rank) - RANKS.indexOf(b.rank));
    const from = new Map(ranked.map((wish) => [wish.arg, wish.from]));
    const bound = [...from].map(([arg, source]) => [arg, { ...source, schema: properties[arg] ?? true }] as const);
    return {
      input: withoutArguments(input, from),
      bound: Object.fromEntries(bound.sort(([a], [b]) => (a < b ? -1 : 1))),
    };
  }

  /** `own`: those of document and config for the tools that there are. */
  reportUnused(own: readonly Wish[]): void {
    const unused = new Set([...this.#flags.map(({ wish }) => wish), ...own].filter((wish) => !this.#used.has(wish)));
    for (const { said, arg, rank } of unused) {
      const code = rank === "document" ? "EXTENSION_INVALID" : "BINDING_UNUSED";
      this.#diagnostics.report(code, { message: `${said}: no tool that it is meant for has an argument ${arg}` });
    }
  }
}
