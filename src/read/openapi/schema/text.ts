/** Titles and descriptions, and what vendors say about single enum values. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { isList, isObject, own } from "./node.js";
import type { Draft, Scope } from "./scope.js";

const MAX_VALUES = 24;
const MAX_NOTES = 600;

export function readText(node: Node<JsonObject>, draft: Draft, scope: Scope): void {
  for (const key of ["title", "description"] as const) {
    const raw = own(node.value, key);
    if (raw === undefined || raw === null) continue;
    if (typeof raw !== "string") {
      scope.reader.report("SCHEMA_KEYWORD_INVALID", node, `${key} is no text: it is left out`);
      continue;
    }
    const text = scope.reader.text(raw);
    if (text !== "") draft[key] = text;
  }
  const notes = enumNotes(node.value, draft.enum);
  if (notes !== undefined) {
    const text = scope.reader.text(notes);
    draft.description = draft.description === undefined ? text : `${draft.description}\n${text}`;
  }
}

/** `x-enum-descriptions` (a map, or a list beside `enum`) and `x-enum-varnames`, where they are short. */
function enumNotes(value: JsonObject, values: readonly unknown[] | undefined): string | undefined {
  if (!values || values.length > MAX_VALUES) return undefined;
  const told = ["x-enum-descriptions", "x-enumDescriptions", "x-enum-varnames"].map((key) => own(value, key));
  const source = told.find((list) => isList(list) || isObject(list));
  if (source === undefined) return undefined;
  const listed = own(value, "enum");
  const all = isList(listed) ? listed : [];
  const notes = values.flatMap((one) => {
    const note = isList(source)
      ? source[all.indexOf(one as JsonValue)]
      : isObject(source)
        ? own(source, String(one))
        : undefined;
    // A constant's name that spells its value says nothing new.
    return typeof note === "string" && spelling(note) !== spelling(String(one)) ? [`${String(one)}: ${note}`] : [];
  });
  const text = notes.join("; ");
  return text === "" || text.length > MAX_NOTES ? undefined : text;
}

function spelling(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
