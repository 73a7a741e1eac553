/** Whether all that a host binds has its place and fits: found out before a call, and not by a model. */

import { parseTarget } from "../../tool/binding.js";
import { nearest } from "../../tool/nearest.js";
import type { AnyTool } from "../../tool/types.js";
import { boundBy, wholeTool } from "../arguments/bound.js";
import { copyPlain } from "../arguments/copy.js";
import type { ValidatorsOf } from "../middleware/validate.js";
import { coerce } from "../validate/coerce.js";
import { issuesOf } from "../validate/issues.js";
import { type Entry, loadTool } from "./catalog.js";
import type { Registration } from "./registration.js";

/** Something that is bound and cannot be. */
export interface BindProblem {
  readonly toolkit: string;
  /** As it was bound: `arg` or `tool:arg`. */
  readonly bind: string;
  /** `nowhere`: no tool has such an argument, and a model may give it; `unfit`: a constant is not what it takes. */
  readonly reason: "nowhere" | "unfit";
  /** Which tool, which argument, what is wrong. */
  readonly message: string;
}

/** Loads tools until each key of `bind` has found its place; constants of the tools that were loaded are checked. */
export async function verify(entries: readonly Entry[], validatorsOf: ValidatorsOf): Promise<readonly BindProblem[]> {
  const problems: BindProblem[] = [];
  for (const registration of new Set(entries.map((entry) => entry.registration))) {
    const own = entries.filter((entry) => entry.registration === registration);
    problems.push(...(await verifyOne(own, registration, validatorsOf)));
  }
  return problems;
}

async function verifyOne(
  entries: readonly Entry[],
  registration: Registration,
  validatorsOf: ValidatorsOf,
): Promise<readonly BindProblem[]> {
  const { name: toolkit } = registration.toolkit;
  const open = new Map(Object.keys(registration.bind ?? {}).map((key) => [key, parseTarget(key)?.arg ?? key]));
  const known = new Set<string>();
  const problems: BindProblem[] = [];
  for (const entry of entries) {
    if (open.size === 0 && !entry.loaded) continue;
    // One that does not load says so when it is called.
    const tool = await loadTool(entry).catch(() => undefined);
    if (!tool) continue;
    for (const arg of argumentsOf(entry.written ?? tool)) known.add(arg);
    for (const [key, arg] of open) if (tool.bound && Object.hasOwn(tool.bound, arg)) open.delete(key);
    for (const { arg, words } of await unfitConstants(tool, registration, validatorsOf)) {
      const message = `${entry.name}: what is bound to ${arg} does not fit: ${words}`;
      problems.push({
        toolkit,
        bind: boundBy(arg, tool.name, registration.bind, registration.namespace),
        reason: "unfit",
        message,
      });
    }
  }
  for (const [bind, arg] of open) {
    const [best] = nearest(arg, known, 1);
    const meant = best === undefined ? "" : `; did you mean ${JSON.stringify(best)}?`;
    const message = `no tool of toolkit "${toolkit}" that it is meant for has an argument ${JSON.stringify(arg)}${meant}`;
    problems.push({ toolkit, bind, reason: "nowhere", message });
  }
  return problems;
}

function argumentsOf({ input, bound }: AnyTool): readonly string[] {
  return [...Object.keys((typeof input === "object" && input.properties) || {}), ...Object.keys(bound ?? {})];
}

/** Read by the schema as at a call: `10` of a flag is a text. */
async function unfitConstants(
  tool: AnyTool,
  registration: Registration,
  validatorsOf: ValidatorsOf,
): Promise<readonly { readonly arg: string; readonly words: string }[]> {
  const constants = Object.entries(tool.bound ?? {}).filter(([, from]) => "value" in from);
  if (constants.length === 0) return [];
  const { schema } = wholeTool(tool, Object.fromEntries(constants));
  const copy = copyPlain(
    Object.fromEntries(constants.map(([arg, from]) => [arg, "value" in from ? from.value : null])),
  );
  if (!copy.ok) return [{ arg: String(copy.path[0]), words: copy.message }];
  const values = copy.value as Record<string, unknown>;
  const validator = await validatorsOf(registration).compile(schema);
  await validator.ready(copy.longest);
  coerce(values, schema);
  const errors = validator.errors(values, true);
  return (errors ? issuesOf(errors, validator, values) : []).map(({ path, message }) => ({
    arg: path.slice(1),
    words: message,
  }));
}
