/** OpenAPI Path Templating: a template is taken apart once, and filled in one pass. */
import type { HttpPlan } from "../../../tool/types.js";
import { wellFormed, wrongArgument } from "./encode.js";
import { completeParameter, type Parameter, pathText } from "./serialize.js";

/** Literal text, ready for the URL, or a parameter. */
type Piece = string | Parameter;

export interface PathTemplate {
  /** Between the slashes. */
  readonly segments: readonly (readonly Piece[])[];
  /** What the document writes behind a `?`. */
  readonly query: readonly Piece[];
  /** In order; each once. */
  readonly parameters: readonly Parameter[];
}

const templates = new WeakMap<HttpPlan, PathTemplate>();

export function templateOf(plan: HttpPlan): PathTemplate {
  const known = templates.get(plan);
  if (known) return known;
  const template = parse(plan);
  templates.set(plan, template);
  return template;
}

function parse(plan: HttpPlan): PathTemplate {
  const parameters = new Map<string, Parameter>();
  const segments: Piece[][] = [[]];
  const query: Piece[] = [];
  let inQuery = false;
  // Odd parts are the names of parameters: what they hold is no syntax.
  for (const [i, part] of plan.path.split(/\{([^{}]+)\}/).entries()) {
    if (i % 2 === 1) {
      const planned = plan.pathParameters?.find((p) => (p.name ?? p.arg) === part) ?? part;
      const parameter = parameters.get(part) ?? completeParameter(planned, "path");
      parameters.set(part, parameter);
      (inQuery ? query : segments.at(-1))?.push(parameter);
      continue;
    }
    const [text = "", fragment] = part.split(/#(.*)/s);
    const [path = "", rest]: (string | undefined)[] = inQuery ? ["", text] : text.split(/\?(.*)/s);
    for (const [j, piece] of path.split("/").entries()) {
      if (j > 0) segments.push([]);
      if (piece !== "") segments.at(-1)?.push(encodeTemplate(piece));
    }
    inQuery ||= rest !== undefined;
    if (rest) query.push(encodeTemplate(rest));
    // What follows a `#` is never sent.
    if (fragment !== undefined) break;
  }
  // Every template begins with a slash; one that does not is read as if it did.
  if (segments[0]?.length === 0 && segments.length > 1) segments.shift();
  return { segments, query, parameters: [...parameters.values()] };
}

/** The document may write characters that no request line can hold. */
const encodeTemplate = (text: string): string =>
  text
    .replace(/[\ud800-\udfff]/gu, "\ufffd")
    .replace(/[^\u0021\u0024-\u003b\u003d\u003f-\u005a\u005f\u0061-\u007a\u007e%]/gu, (c) => encodeURIComponent(c));

/** URL parsers remove these segments, percent-encoded too (RFC 3986, section 5.2.4): the call would go elsewhere. */
const VANISHING = /^(?:\.|%2e){0,2}$/i;

/** Path and query, encoded; begins with a slash. `value` gives what an argument is, `undefined` for an absent one. */
export function fillTemplate(template: PathTemplate, value: (parameter: Parameter) => unknown): string {
  const text = (piece: Piece): string =>
    typeof piece === "string" ? piece : wellFormed(piece.arg, () => pathText(piece, given(piece, value)));
  let filled = "";
  for (const segment of template.segments) {
    const parts = segment.map(text);
    const whole = parts.length === 1 ? (parts[0] ?? "") : parts.join("");
    if (VANISHING.test(whole)) {
      const culprit = segment.find((piece) => typeof piece !== "string");
      if (culprit) throw vanishing(culprit, whole);
    }
    filled += `/${whole}`;
  }
  return template.query.length === 0 ? filled : `${filled}?${template.query.map(text).join("")}`;
}

function given(parameter: Parameter, value: (parameter: Parameter) => unknown): unknown {
  const found = value(parameter);
  if (found === undefined || found === null) throw wrongArgument(parameter.arg, "is needed in the path");
  return found;
}

function vanishing({ arg }: Parameter, segment: string): Error {
  return segment === ""
    ? wrongArgument(arg, "may not be empty, since it is a part of the path")
    : wrongArgument(arg, `makes the path segment "${segment}", which would reach another resource`);
}
