/** What to do with toolkits that were written. */
import { exampleTool, requiredArguments } from "../../emit/example.js";
import type { GenerateReport } from "../../generate.js";
import type { Operation, ToolSpec } from "../../ir/types.js";
import { hasClient, hasLogin } from "../../tool/flows.js";
import type { AuthScheme } from "../../tool/types.js";
import { variableName } from "../../tool/variable.js";
import type { Terminal } from "../terminal.js";

/** Variables that are told; the READMEs of the folders have all. */
const MAX_VARIABLES = 8;

/** Once for all toolkits of a run; empty where nothing was written. */
export function nextSteps(
  reports: readonly GenerateReport[],
  { paint: { err: paint }, program }: Pick<Terminal, "paint" | "program">,
): string {
  const made = reports.flatMap(({ ok, stale, out, spec }) => (ok && stale && spec ? [{ out: quoted(out), spec }] : []));
  const [first] = made;
  if (first === undefined) return "";
  const variables = made.flatMap(({ out, spec }) => credentialSteps(out, spec, program));
  const tool = exampleTool(first.spec.operations);
  const all = made.map(({ out }) => out).join(" ");
  const steps: Step[] = [
    ...variables.slice(0, MAX_VARIABLES),
    [`${program} list ${all}`, "the tools"],
    ...(tool
      ? [
          [
            `${program} call ${first.out} ${tool.toolName}${argumentsOf(tool)} --dry-run`,
            "a request, not sent",
          ] satisfies Step,
        ]
      : []),
    [`${program} run ${all}`, "an agent's loop: JSON lines in and out"],
  ];
  const more = variables.length - MAX_VARIABLES;
  const width = Math.max(...steps.map(([line]) => line.length));
  const lines = steps.map(([line, says]) => `  ${paint.cyan(line.padEnd(width))}  ${paint.dim(says)}`);
  if (more > 0) lines.splice(MAX_VARIABLES, 0, paint.dim(`  and ${more} more, which the README of each folder lists`));
  return `\n${paint.bold("Next")}\n${lines.join("\n")}\n`;
}

type Step = readonly [line: string, says: string];

function credentialSteps(out: string, { name, auth }: ToolSpec, program: string): readonly Step[] {
  return Object.entries(auth).flatMap(([scheme, definition]): readonly Step[] => {
    const variable = variableName(name, scheme);
    const login = `${program} login ${out} ${quoted(scheme)}`;
    return [
      [`export ${variable}${definition.type === "mutualTLS" ? "_CERT" : ""}=…`, kindOf(definition)],
      ...(hasLogin(definition) ? [[login, `or sign in, as the client of ${variable}_CLIENT_ID`] satisfies Step] : []),
    ];
  });
}

function argumentsOf(tool: Operation): string {
  const names = requiredArguments(tool);
  return names.length === 0 ? "" : ` --args '{${names.map((n) => `"${n}": …`).join(", ")}}'`;
}

function kindOf(scheme: AuthScheme): string {
  if (scheme.type === "apiKey") return `API key (${scheme.in} ${scheme.name})`;
  if (scheme.type === "http") return scheme.scheme === "basic" ? "user:password" : `${scheme.scheme} token`;
  if (scheme.type === "mutualTLS") return "client certificate, a file; and its …_KEY";
  return hasClient(scheme) ? "access token, or …_CLIENT_ID and …_CLIENT_SECRET" : "access token";
}

const quoted = (path: string): string => (/^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);
