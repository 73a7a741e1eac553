import { backtracking, type Effort } from "./backtracking.js";

/** Steps of a backtracking engine that one string may cost: some ten milliseconds. */
const STEPS_A_STRING = 1e7;
/** The same for all strings of one call together. */
const STEPS_A_CALL = 5e7;
/** The linear engine takes about as long for one character as the native one for this many steps. */
const STEPS_A_CHARACTER = 200;

interface LinearEngine {
  /** Throws where it has no linear way to match the pattern: look-around, references back, repeats beyond 1,000. */
  compile(pattern: string): { test(text: string): boolean };
}

/**
 * Patterns come from documents that strangers wrote: each runs natively where its effort is bounded, else in an engine
 * that takes linear time, else not at all. What was not checked is told; the upstream checks it again anyway.
 */
export class Patterns {
  #engine: LinearEngine | undefined;
  #worst: Effort = { degree: 0, steps: 1 };
  #left = STEPS_A_CALL;
  readonly #skipped = new Set<string>();

  /** For ajv, which tells patterns apart by `toString()`. */
  readonly regExp: ((pattern: string) => Pattern) & { code: string } = Object.assign(
    (pattern: string) => new Pattern(pattern, this),
    { code: "toolgenPattern" },
  );

  /** Meets a pattern before it is compiled. */
  add(pattern: string): void {
    const effort = effortOf(pattern);
    if (steps(effort, 1000) > steps(this.#worst, 1000)) this.#worst = effort;
  }

  /** To be awaited before strings up to this length are checked; `undefined` where nothing has to be loaded. */
  ready(longest: number): Promise<void> | undefined {
    if (this.#engine || steps(this.#worst, longest) <= STEPS_A_STRING) return undefined;
    return import("re2js").then(({ RE2JS }) => {
      this.#engine = {
        compile: (pattern) => {
          const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
          return { test: (text) => compiled.matcher(text).find() };
        },
      };
    });
  }

  /** Starts a call's account. */
  reset(): void {
    this.#left = STEPS_A_CALL;
    this.#skipped.clear();
  }

  /** Patterns that were not checked since `reset`. */
  get skipped(): ReadonlySet<string> {
    return this.#skipped;
  }

  get engine(): LinearEngine | undefined {
    return this.#engine;
  }

  /** Whether that much may be spent; it is then. */
  spend(amount: number): boolean {
    if (amount > this.#left) return false;
    this.#left -= amount;
    return true;
  }

  skip(pattern: string): true {
    this.#skipped.add(pattern);
    return true;
  }
}

class Pattern {
  readonly #text: string;
  readonly #patterns: Patterns;
  readonly #effort: Effort;
  readonly #native: RegExp | undefined;
  #linear: { test(text: string): boolean } | "refused" | undefined;

  constructor(text: string, patterns: Patterns) {
    this.#text = text;
    this.#patterns = patterns;
    this.#native = native(text);
    this.#effort = effortOf(text);
  }

  test(text: string): boolean {
    const patterns = this.#patterns;
    const cost = steps(this.#effort, text.length);
    if (this.#native && cost <= STEPS_A_STRING && patterns.spend(cost)) return this.#native.test(text);
    const linear = this.#compiled();
    if (linear && patterns.spend(text.length * STEPS_A_CHARACTER)) return linear.test(text);
    return patterns.skip(this.#text);
  }

  toString(): string {
    return this.#text;
  }

  #compiled(): { test(text: string): boolean } | undefined {
    const { engine } = this.#patterns;
    if (this.#linear === undefined && engine) {
      try {
        this.#linear = engine.compile(this.#text);
      } catch {
        // It has no linear form; the string is then skipped, and that is told.
        this.#linear = "refused";
      }
    }
    return this.#linear === "refused" ? undefined : this.#linear;
  }
}

function effortOf(pattern: string): Effort {
  return native(pattern) ? backtracking(pattern) : { degree: Number.POSITIVE_INFINITY, steps: 1 };
}

/** JSON Schema's patterns are of Unicode; 5 % of those in real documents are legal without the flag only. */
function native(pattern: string): RegExp | undefined {
  for (const flags of ["u", ""]) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Not with these flags.
    }
  }
  return undefined;
}

function steps(effort: Effort, length: number): number {
  return effort.steps * Math.max(length, 1.1) ** effort.degree;
}
