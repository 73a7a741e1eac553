/** Schemas as JSON text, as a model may see them: without toolgen's own keywords, with the `$defs` they reach. */
import { isRecord, mapKeyword, pointerParts, setOwn } from "../../runtime/schema.js";
import type { JsonSchema } from "../../tool/json-schema.js";

interface Printed {
  readonly text: string;
  /** Names in `$defs` that it refers to. */
  readonly refs: readonly string[];
}

/** Prints each shared schema once, however many tools reach it: a thousand tools may share a megabyte. */
export class SchemaPrinter {
  readonly #shared = new WeakMap<object, Map<string, Printed>>();

  print(schema: JsonSchema): string {
    if (!isRecord(schema)) return JSON.stringify(schema);
    const { $defs, ...root } = schema;
    const printed = printOne(root);
    const shared = $defs === undefined ? [] : this.#reach(printed.refs, $defs);
    if (shared.length === 0) return printed.text;
    const members = shared.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(",");
    const open = printed.text === "{}" ? "{" : `${printed.text.slice(0, -1)},`;
    return `${open}"$defs":{${members}}}`;
  }

  #reach(refs: readonly string[], defs: Readonly<Record<string, JsonSchema>>): [string, Printed][] {
    const texts = this.#shared.get(defs) ?? new Map<string, Printed>();
    this.#shared.set(defs, texts);
    const reached = new Map<string, Printed>();
    const open = [...refs];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (reached.has(name) || !Object.hasOwn(defs, name)) continue;
      const printed = texts.get(name) ?? printOne(defs[name] ?? true);
      texts.set(name, printed);
      reached.set(name, printed);
      open.push(...printed.refs);
    }
    return [...reached].sort(([a], [b]) => (a < b ? -1 : 1));
  }
}

function printOne(schema: JsonSchema): Printed {
  const refs = new Set<string>();
  const visible = (node: JsonSchema): unknown => {
    if (!isRecord(node)) return node;
    const copy: Record<string, unknown> = {};
    for (const [keyword, value] of Object.entries(node)) {
      if (keyword.startsWith("x-toolgen-")) continue;
      if (keyword === "$ref" && typeof value === "string") {
        const [place, name] = pointerParts(value) ?? [];
        if (place === "$defs" && name !== undefined) refs.add(name);
      }
      setOwn(copy, keyword, mapKeyword(keyword, value, visible));
    }
    return copy;
  };
  return { text: JSON.stringify(visible(schema)), refs: [...refs] };
}
