/** What to do with a toolkit that was written. */
import { exampleTool, requiredArguments } from "../../emit/example.js";
import type { GenerateReport } from "../../generate.js";
import type { Operation } from "../../ir/types.js";
import { hasClient, hasLogin } from "../../tool/flows.js";
import type { AuthScheme } from "../../tool/types.js";
import { variableName } from "../../tool/variable.js";
import type { Paint } from "../terminal.js";

interface NextPage {
  readonly paint: Paint;
  /** As `Terminal` has it. */
  readonly program: string;
}

export function nextLines({ out, spec }: GenerateReport, { paint, program }: NextPage): readonly string[] {
  if (spec === undefined) return [];
  const tool = exampleTool(spec.operations);
  const steps = [
    ...Object.entries(spec.auth).flatMap(([scheme, definition]) => {
      const variable = variableName(spec.name, scheme);
      const login = `${program} login ${quoted(out)} ${quoted(scheme)}`;
      return [
        [`export ${variable}${definition.type === "mutualTLS" ? "_CERT" : ""}=…`, kindOf(definition)],
        ...(hasLogin(definition) ? [[login, `or sign in, as the client of ${variable}_CLIENT_ID`]] : []),
      ];
    }),
    [`${program} list ${quoted(out)}`, "the tools"],
    ...(tool
      ? [[`${program} call ${quoted(out)} ${tool.toolName}${argumentsOf(tool)} --dry-run`, "a request, not sent"]]
      : []),
    [`${program} run ${quoted(out)}`, "an agent's loop: JSON lines in and out"],
  ];
  const width = Math.max(...steps.map(([line = ""]) => line.length));
  return [
    paint.bold("Next"),
    ...steps.map(
      ([line = "", says = ""]) => `  ${paint.cyan(line)}${" ".repeat(width - line.length)}  ${paint.dim(says)}`,
    ),
  ];
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
