/** Schemas that are too long for a model: what is near the root stays, what is deeper is told by its names alone. */
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { holdsSchemas, isRecord, mapKeyword, pointerParts, setOwn } from "../schema.js";

/** Of a description, tried in this order until the root has room. */
const TEXTS: readonly number[] = [Number.POSITIVE_INFINITY, 300, 120, 40, 0];
/** Of the names that stand for what was folded, in characters: the last one that there is room for. */
const NAMES: readonly number[] = [100, 300, 1000, 4000];
/** A shorter inline schema is kept as it is: its names would take as much. */
const MIN_FOLDED = 160;

/**
 * The schema in at most `maxBytes` bytes of JSON: definitions and objects are unfolded breadth first while there is
 * room, the others become `{"type": "object", "description": "IssueFilter: a, b, c…"}`. What it lets through is wider,
 * never narrower, than the schema: arguments are to be validated by the whole one. Only the arguments' own names and
 * types may take more than `maxBytes`, since no call can be made without them.
 */
export function foldSchema(schema: JsonSchema, maxBytes: number): JsonSchema {
  if (!isRecord(schema) || bytes(schema) <= maxBytes) return schema;
  const root: JsonSchemaObject = schema;
  const text = TEXTS.find((limit) => bytes(new Folded(root, limit).render()) <= maxBytes) ?? 0;
  const folded = new Folded(root, text);
  const waiting: JsonSchemaObject[] = [...folded.sites(root)];
  const tried = new Set<JsonSchemaObject>([root]);
  let best = folded.render();
  let room = maxBytes - bytes(best);
  // A list that grows while it is gone through: what is deeper comes later.
  for (const target of waiting) {
    if (tried.has(target)) continue;
    tried.add(target);
    if (bytes(folded.body(target)) > room + STUB) continue;
    folded.open.add(target);
    const next = folded.render();
    const left = maxBytes - bytes(next);
    if (left < 0) {
      folded.open.delete(target);
      continue;
    }
    best = next;
    room = left;
    waiting.push(...folded.sites(target));
  }
  for (folded.names of NAMES) {
    const next = folded.render();
    if (bytes(next) > maxBytes) break;
    best = next;
  }
  return best;
}

/** About what a part takes that is folded: it is given back when the part is unfolded. */
const STUB = 200;

const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

/** A schema of which some parts are open and the others folded. */
class Folded {
  readonly open: Set<JsonSchemaObject>;
  /** Longest list of names. */
  names: number = NAMES[0] ?? 0;
  readonly #root: JsonSchemaObject;
  readonly #text: number;

  constructor(root: JsonSchemaObject, text: number) {
    this.#root = root;
    this.#text = text;
    this.open = new Set([root]);
  }

  render(): JsonSchemaObject {
    const definitions = Object.entries(this.#root.$defs ?? {}).filter(
      (entry): entry is [string, JsonSchemaObject] => isRecord(entry[1]) && this.open.has(entry[1]),
    );
    const rendered = this.body(this.#root);
    if (definitions.length === 0) return rendered;
    return { ...rendered, $defs: Object.fromEntries(definitions.map(([name, part]) => [name, this.body(part)])) };
  }

  /** The part itself, open; what is in it, as it is. */
  body(part: JsonSchemaObject): JsonSchemaObject {
    const target = this.#target(part);
    // A definition that is another one by its own name.
    const folded = target !== undefined && !this.open.has(target);
    const copy: Record<string, unknown> = folded ? { ...this.#stub(target, {}, part.$ref && nameIn(part.$ref)) } : {};
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === "$defs" || (folded && keyword === "$ref")) continue;
      if (keyword === "description" && typeof value === "string") {
        if (this.#text > 0) copy[keyword] = cut(value, this.#text);
      } else
        setOwn(
          copy,
          keyword,
          mapKeyword(keyword, value, (inner) => this.#inner(inner)),
        );
    }
    return copy;
  }

  /** What could be unfolded directly in a part, in its order. */
  sites(part: JsonSchemaObject): readonly JsonSchemaObject[] {
    const found: JsonSchemaObject[] = [];
    const look = (inner: JsonSchema): JsonSchema => {
      if (!isRecord(inner)) return inner;
      const target = this.#target(inner) ?? (isHeavy(inner) ? inner : undefined);
      if (target) found.push(target);
      else walk(inner);
      return inner;
    };
    const walk = (open: JsonSchemaObject): void => {
      for (const [keyword, value] of Object.entries(open)) {
        if (keyword !== "$defs" && holdsSchemas(keyword)) mapKeyword(keyword, value, look);
      }
    };
    const own = this.#target(part);
    if (own) found.push(own);
    walk(part);
    return found;
  }

  #inner(inner: JsonSchema): JsonSchema {
    if (!isRecord(inner)) return inner;
    const part: JsonSchemaObject = inner;
    const target = this.#target(part);
    if (target === undefined) return isHeavy(part) && !this.open.has(part) ? this.#stub(part, {}) : this.body(part);
    const { $ref = "", ...beside } = part;
    if (this.open.has(target)) return this.body(part);
    return this.#stub(target, beside, nameIn($ref));
  }

  /** The definition that a part refers to. */
  #target({ $ref }: JsonSchemaObject): JsonSchemaObject | undefined {
    const [first, name, more] = $ref === undefined ? [] : (pointerParts($ref) ?? []);
    const definitions = this.#root.$defs ?? {};
    if (first !== "$defs" || name === undefined || more !== undefined || !Object.hasOwn(definitions, name))
      return undefined;
    const target = definitions[name];
    return isRecord(target) ? target : undefined;
  }

  /** `beside`: what stands next to the reference. */
  #stub(target: JsonSchemaObject, beside: JsonSchemaObject, name = target.title): JsonSchemaObject {
    const names = namesIn(target);
    if (names.length === 0) return { ...flat(target), ...this.body(beside) };
    const told = [name, listed(names, this.names)].filter(Boolean).join(": ");
    const own = beside.description ?? (name === undefined ? target.description : undefined);
    const text = own === undefined || this.#text === 0 ? told : `${cut(own, this.#text)} ${told}`;
    const type = target.type ?? (target.properties ? "object" : undefined);
    const { description: _, ...rest } = beside;
    const fallback = target.default === undefined ? {} : { default: target.default };
    return { ...(type !== undefined && { type }), ...fallback, ...rest, description: text };
  }
}

const nameIn = (reference: string): string | undefined => pointerParts(reference)?.[1];

/** What a part says of its value alone, and nothing of what is in it. */
function flat(part: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(Object.entries(part).filter(([keyword]) => keyword !== "$ref" && !holdsSchemas(keyword)));
}

/** Worth folding where it stands. */
function isHeavy(part: JsonSchemaObject): boolean {
  return (part.properties !== undefined || part.enum !== undefined) && JSON.stringify(part).length > MIN_FOLDED;
}

/** What a part is made of: its properties, required ones first, its values, or the kinds that it may be of. */
function namesIn({ properties, required = [], enum: values, anyOf, oneOf }: JsonSchemaObject): readonly string[] {
  if (properties) {
    const names = Object.keys(properties);
    const first = new Set(required);
    return [...names.filter((name) => first.has(name)), ...names.filter((name) => !first.has(name))];
  }
  if (values) return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value)));
  return (anyOf ?? oneOf ?? []).flatMap((branch) => {
    if (!isRecord(branch)) return [];
    const { $ref, title, type } = branch as JsonSchemaObject;
    return ($ref && nameIn($ref)) ?? title ?? (typeof type === "string" ? type : []);
  });
}

function listed(names: readonly string[], limit: number): string {
  let text = cut(names[0] ?? "", limit);
  for (const name of names.slice(1)) {
    if (text.length + name.length + 2 > limit) return `${text}…`;
    text += `, ${name}`;
  }
  return text;
}

/** Not between the halves of one character. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, "")}…`;
}
