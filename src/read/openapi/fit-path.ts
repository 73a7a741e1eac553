/** Path Templating: every expression of a path has a parameter, and every path parameter an expression. */
import type { Candidate } from "./operations.js";
import { type Parameter, type ParameterContext, report } from "./parameter.js";

interface Fitted {
  readonly path: string;
  readonly parameters: readonly Parameter[];
}

export function fitPath(candidate: Candidate, parameters: readonly Parameter[], context: ParameterContext): Fitted {
  const inPath = new Map(parameters.filter((p) => p.in === "path").map((p) => [p.name, p]));
  const used = new Set<string>();
  const added: Parameter[] = [];
  const place = (expression: string): string => {
    const name = nameIn(expression, inPath);
    if (name === undefined) return "";
    used.add(name);
    if (!inPath.has(name) && !added.some((p) => p.name === name)) {
      const { method, path, at } = candidate;
      report(
        context,
        "PATH_PARAMETER_MISSING",
        `${method} ${path}: parameter ${JSON.stringify(name)} is not declared, and taken as text`,
        at,
      );
      added.push({ name, in: "path", required: true, deprecated: false, at });
    }
    return `{${name}}`;
  };
  const [template = "", ...fragment] = candidate.path.split("#");
  const path = template.replace(/\{([^{}]+)\}/g, (_, expression: string) => place(expression));
  for (const parameter of inPath.values()) {
    if (used.has(parameter.name)) continue;
    const message = `${candidate.method} ${candidate.path}: path parameter ${JSON.stringify(parameter.name)} is not in the path: it is left out`;
    report(context, "PATH_PARAMETER_UNUSED", message, parameter.at);
  }
  return {
    path: [path, ...fragment].join("#"),
    parameters: [...added, ...parameters.filter((p) => p.in !== "path" || used.has(p.name))],
  };
}

/** `{id}`; and what other templates write: `{+path}`, `{path*}`, `{id:[0-9]+}`. `{?page,size}` has no place in OpenAPI. */
function nameIn(expression: string, declared: ReadonlyMap<string, Parameter>): string | undefined {
  if (declared.has(expression)) return expression;
  if (/^[?&;]/.test(expression)) return undefined;
  const bare = expression.replace(/^[+#./]/, "").replace(/(?:\*|:.*)$/, "");
  if (declared.has(bare)) return bare;
  const lower = [...declared.keys()].filter((name) => name.toLowerCase() === bare.toLowerCase());
  return lower.length === 1 ? lower[0] : expression;
}
