/** What a backtracking engine may have to do for a pattern: about `steps` × n ^ `degree` for n characters. */
export interface Effort {
  readonly degree: number;
  readonly steps: number;
}

/**
 * An upper bound of the effort for a pattern of ECMA-262, never too low: any two unbounded repeats count as if they
 * could match the same text. The degree is infinite where repeats stand within repeats, and where the pattern was not
 * understood.
 */
export function backtracking(pattern: string): Effort {
  if (pattern.length > MAX_PATTERN) return ENDLESS;
  const reader: Reader = { pattern, at: 0 };
  const cost = alternatives(reader, 0);
  if (reader.at < pattern.length || cost.steps > MAX_STEPS) return ENDLESS;
  // Without `^` the engine starts again at every character.
  return { degree: cost.degree + (cost.anchored ? 0 : 1), steps: cost.steps };
}

const ENDLESS: Effort = { degree: Number.POSITIVE_INFINITY, steps: 1 };
const MAX_PATTERN = 10_000;
const MAX_STEPS = 100_000;
const MAX_NESTING = 50;
/** From here on a bounded repeat counts as `*`. */
const LONG_REPEAT = 256;

const SET = /\[(?:\\.|[^\]\\])*\]/sy;
const ESCAPE = /\\(?:[pPu]\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/sy;
const BACK_REFERENCE = /\\[1-9k]/y;
const OPENING = /\((?:\?(?:[:=!]|<[=!]|<[A-Za-z_$][\w$]*>))?(?!\?)/y;
const QUANTIFIER = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

interface Reader {
  readonly pattern: string;
  at: number;
}

interface Cost extends Effort {
  readonly anchored: boolean;
}

const ONE: Cost = { degree: 0, steps: 1, anchored: false };
const NOT_UNDERSTOOD: Cost = { ...ENDLESS, anchored: false };

function alternatives(reader: Reader, nesting: number): Cost {
  let all = sequence(reader, nesting);
  while (take(reader, /\|/y)) {
    const one = sequence(reader, nesting);
    all = {
      degree: Math.max(all.degree, one.degree),
      steps: all.steps + one.steps,
      anchored: all.anchored && one.anchored,
    };
  }
  return all;
}

function sequence(reader: Reader, nesting: number): Cost {
  let anchored = take(reader, /\^/y) !== undefined;
  let { degree, steps } = ONE;
  for (let first = true; !/[|)]/.test(reader.pattern[reader.at] ?? ")"); first = false) {
    const item = atom(reader, nesting);
    const repeated = repeat(reader, item);
    degree += repeated.degree;
    steps *= repeated.steps;
    if (first && item.anchored && repeated === item) anchored = true;
  }
  return { degree, steps, anchored };
}

/** One thing to match, without its quantifier. */
function atom(reader: Reader, nesting: number): Cost {
  // A reference back can make matching exponential.
  if (take(reader, BACK_REFERENCE)) return NOT_UNDERSTOOD;
  if (take(reader, ESCAPE) || take(reader, SET)) return ONE;
  const opening = take(reader, OPENING)?.[0];
  if (opening === undefined) {
    const character = reader.pattern[reader.at++];
    return character === "(" || character === "[" ? NOT_UNDERSTOOD : ONE;
  }
  if (nesting >= MAX_NESTING) return NOT_UNDERSTOOD;
  const inner = alternatives(reader, nesting + 1);
  if (!take(reader, /\)/y)) return NOT_UNDERSTOOD;
  // What a look-around holds anchors nothing outside of it.
  return /[=!]$/.test(opening) ? { ...inner, anchored: false } : inner;
}

/** What the quantifier after an atom makes of its cost; the same object where there is none. */
function repeat(reader: Reader, item: Cost): Cost {
  const quantifier = take(reader, QUANTIFIER);
  if (!quantifier) return item;
  const [text, from = "", comma, to = ""] = quantifier;
  const kind = text[0];
  if (kind === "?") return { ...item, steps: item.steps + 1 };
  const least = kind === "{" ? Number(from) : kind === "*" ? 0 : 1;
  const most = kind !== "{" || (comma && !to) ? Number.POSITIVE_INFINITY : Number(to || from);
  const constant = item.degree === 0 && item.steps === 1;
  if (most - least > LONG_REPEAT) return constant ? { ...item, degree: 1 } : NOT_UNDERSTOOD;
  if (constant) return { ...item, steps: most - least + 1 };
  // A choice that is made again and again.
  const times = Math.min(most, LONG_REPEAT);
  return { ...item, degree: item.degree * times, steps: (item.steps + 1) ** times };
}

function take(reader: Reader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.at;
  const found = sticky.exec(reader.pattern);
  if (found) reader.at += found[0].length;
  return found ?? undefined;
}
