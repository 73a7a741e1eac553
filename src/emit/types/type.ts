/** Printed types, and how they are put together. Text is printed as if at the margin; `depth` only says how much room there is. */
import { type Code, code, indent, join } from "../code.js";
import { LINE_WIDTH } from "../literal.js";

export interface Type {
  readonly code: Code;
  /** What has to be put in parentheses, and where. */
  readonly binding: "primary" | "intersection" | "union";
  /** Of a union or an intersection. */
  readonly members?: readonly Type[];
}

export function primary(text: Code): Type {
  return { code: text, binding: "primary" };
}

export const UNKNOWN: Type = primary(code`unknown`);
export const NULL: Type = primary(code`null`);
const NEVER = "never";

/** Any of them. */
export function union(types: readonly Type[], depth: number): Type {
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  const all = distinct(types, "union");
  const members = all.filter((type) => type.code.text !== NEVER);
  if (all.length > 0 && members.length === 0) return primary(code`never`);
  if (members.includes(UNKNOWN) || members.length === 0) return UNKNOWN;
  return combined(members, "union", depth);
}

/** All of them. */
export function intersection(types: readonly Type[], depth: number): Type {
  const [only] = types;
  if (only !== undefined && types.length === 1) return only;
  const members = distinct(types, "intersection").filter((type) => type !== UNKNOWN);
  const never = members.find((type) => type.code.text === NEVER);
  if (never !== undefined) return never;
  if (members.length === 0) return UNKNOWN;
  return combined(members, "intersection", depth);
}

/** In parentheses where it binds less than what stands beside it. */
export function enclosed(type: Type): Code {
  if (type.binding === "primary") return type.code;
  return spansLines(type) ? code`(${type.code}\n)` : code`(${type.code})`;
}

// Starts with a line break and `|` or `&`.
const spansLines = (type: Type): boolean => type.code.text.startsWith("\n");

/** `text`, then the type: behind a blank, or on lines of its own. */
export function followed(text: Code, type: Type): Code {
  return spansLines(type) ? code`${text}${type.code}` : code`${text} ${type.code}`;
}

/** The same type is meant where the text is the same; the first stays. Unions in a union are one union. */
function distinct(types: readonly Type[], binding: "union" | "intersection"): readonly Type[] {
  const byText = new Map<string, Type>();
  for (const type of types) {
    for (const member of type.binding === binding ? (type.members ?? []) : [type]) {
      if (!byText.has(member.code.text)) byText.set(member.code.text, member);
    }
  }
  return [...byText.values()];
}

function combined(members: readonly Type[], binding: "union" | "intersection", depth: number): Type {
  const [only] = members;
  if (members.length === 1 && only !== undefined) return only;
  const parts = members.map((type) => (binding === "union" && !spansLines(type) ? type.code : enclosed(type)));
  const line = join(parts, binding === "union" ? code` | ` : code` & `);
  const large = parts.filter((part) => !part.isOneLine).length;
  // Room for the name that will stand before it, more or less.
  const fits = large === 0 ? line.text.length <= LINE_WIDTH - 2 * depth - 24 : large === 1 && parts.length === 2;
  if (fits) return { code: line, binding, members };
  const start = binding === "union" ? code`\n  | ` : code`\n  & `;
  const lines = join(
    parts.map((part) => indent(part, 2)),
    start,
  );
  return { code: code`${start}${lines}`, binding, members };
}
