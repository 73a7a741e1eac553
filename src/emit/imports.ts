/** Names that a module takes from others: only those that it uses, renamed where they would meet its own. */
import { type Code, code, identifier, join, nothing } from "./code.js";
import { LINE_WIDTH } from "./literal.js";
import type { ToolkitPlan } from "./plan.js";
import type { TypeNames } from "./types/names.js";

/** The shared types that a tool's module refers to. */
export class TypeImports implements TypeNames {
  readonly #plan: ToolkitPlan;
  readonly #own: ReadonlySet<string>;
  readonly #used = new Map<string, Code>();

  /** `own`: names that the module binds itself. */
  constructor(plan: ToolkitPlan, own: Iterable<string>) {
    this.#plan = plan;
    this.#own = new Set(own);
  }

  refer(schema: string): Code | undefined {
    const name = this.#plan.typeNames.get(schema);
    if (name === undefined) return undefined;
    const known = this.#used.get(name);
    if (known !== undefined) return known;
    const local = identifier(this.#own.has(name) ? this.#alias(name) : name);
    this.#used.set(name, local);
    return local;
  }

  #alias(name: string): string {
    const taken = new Set(this.#plan.typeNames.values());
    let alias = `${name}Schema`;
    while (this.#own.has(alias) || taken.has(alias)) alias = `${alias}_`;
    return alias;
  }

  /** The import statement, or nothing. */
  statement(from: Code): Code {
    const names = [...this.#used.keys()].sort();
    const parts = names.map((name) => {
      const local = this.#used.get(name);
      return local === undefined || local.text === name ? identifier(name) : code`${identifier(name)} as ${local}`;
    });
    return parts.length === 0 ? nothing : code`import type ${braced(parts)} from ${from};`;
  }
}

/** `{ a, b }`, one name a line where they do not fit. */
export function braced(names: readonly Code[]): Code {
  const line = join(names, code`, `);
  if (line.text.length < LINE_WIDTH - 50) return code`{ ${line} }`;
  return code`{${join(
    names.map((name) => code`\n  ${name},`),
    nothing,
  )}\n}`;
}
