/**
 * Regular expressions as schema authors write them (Java, Ruby, .NET, loose JavaScript) → what JSON Schema asks for:
 * ECMA-262 with the `u` flag, which refuses needless escapes.
 */

const SYNTAX = new Set("^$\\.*+?()[]{}|/");
/** Escapes of letters and digits that mean something under `u`. */
const MEANING = new Set("dDwWsSbBnrtfv0123456789cxukpP");
/** Anchors of other dialects. */
const ANCHORS: ReadonlyMap<string, string> = new Map([
  ["A", "^"],
  ["Z", "$"],
  ["z", "$"],
]);

/** The pattern itself where it compiles; an equal one that does; undefined where there is none. */
export function unicodePattern(pattern: string): string | undefined {
  if (compiles(pattern)) return pattern;
  const loose = relax(pattern.replaceAll("(?P<", "(?<"));
  return loose !== undefined && compiles(loose) ? loose : undefined;
}

function compiles(pattern: string): boolean {
  try {
    new RegExp(pattern, "u");
    return true;
  } catch (cause) {
    if (cause instanceof SyntaxError) return false;
    throw cause;
  }
}

/** Drops needless escapes and escapes lone brackets; undefined where an escape has a meaning that JavaScript lacks. */
function relax(pattern: string): string | undefined {
  // POSIX classes would compile, and mean something else.
  if (/\[:\^?[a-z]+:\]/.test(pattern)) return undefined;
  let out = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern.charAt(i);
    if (char === "\\") {
      i += 1;
      const escaped = relaxEscape(pattern.charAt(i), inClass);
      if (escaped === undefined) return undefined;
      out += escaped;
    } else if (inClass) {
      if (char === "]") inClass = false;
      out += char === "-" && besideClassEscape(pattern, i) ? "\\-" : char;
    } else {
      if (char === "[") inClass = true;
      const lone =
        char === "]" || char === "}" ? !closesQuantifier(out, char) : char === "{" && !opensQuantifier(pattern, i);
      out += lone ? `\\${char}` : char;
    }
  }
  return out;
}

function relaxEscape(char: string, inClass: boolean): string | undefined {
  if (char === "") return undefined;
  if (SYNTAX.has(char) || MEANING.has(char)) return `\\${char}`;
  if (char === "-") return inClass ? "\\-" : "-";
  if (/[A-Za-z]/.test(char)) return inClass ? undefined : ANCHORS.get(char);
  return char;
}

/** `[\w-.]`: under `u` a class cannot be the end of a range, so the dash means itself. */
function besideClassEscape(pattern: string, at: number): boolean {
  return (
    /\\[dDwWsS]$/.test(pattern.slice(Math.max(0, at - 2), at)) || /^\\[dDwWsS]/.test(pattern.slice(at + 1, at + 3))
  );
}

function opensQuantifier(pattern: string, at: number): boolean {
  return at > 0 && /^\{\d+(?:,\d*)?\}/.test(pattern.slice(at, at + 24));
}

function closesQuantifier(soFar: string, char: string): boolean {
  return char === "}" && /(?<!\\)\{\d+(?:,\d*)?$|\\[pPu]\{[^}]*$/.test(soFar.slice(-64));
}
