/**
 * Models write `"10"` for 10 and a list as JSON in a string. What can mean one thing only is read that way, and told.
 * A value whose type the schema allows is never touched.
 */
import { parseJson } from "../../json/parse.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { copyPlain } from "../arguments/copy.js";
import { isRecord, setOwn } from "../schema.js";
import { child } from "./keys.js";
import { ANY, ARRAY, BOOLEAN, FRACTION, INTEGER, OBJECT, SchemaView, type Types, typeOf } from "./types.js";

/** Places looked at in one call's arguments and schemas. */
const MAX_STEPS = 50_000;
const MAX_NOTES = 10;
const INTEGER_TEXT = /^-?(?:0|[1-9]\d{0,39})$/;
/** No more digits than a double keeps. */
const NUMBER_TEXT = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
const EXACT_DIGITS = 15;

/**
 * Reads values of the wrong type in `args`, a copy of ours, differently, in place. What is told of it; empty where
 * nothing was.
 */
export function coerce(args: Record<string, unknown>, schema: JsonSchemaObject): readonly string[] {
  const notes: string[] = [];
  visit(args, schema, "", { view: new SchemaView(schema, MAX_STEPS), notes, left: MAX_STEPS });
  const more = notes.length - MAX_NOTES;
  return more > 0 ? [...notes.slice(0, MAX_NOTES), `and ${more} more like these`] : notes;
}

interface State {
  readonly view: SchemaView;
  readonly notes: string[];
  left: number;
}

function visit(given: unknown, schema: JsonSchema, path: string, state: State): unknown {
  if (--state.left < 0 || schema === true) return given;
  const allowed = state.view.types(schema);
  let value = given;
  if (allowed !== ANY && (allowed & typeOf(given)) === 0) {
    const read = reading(given, allowed);
    if (read) {
      state.notes.push(`${path.slice(1)}: ${read.note}`);
      value = read.value;
    }
  }
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      value[i] = visit(item, state.view.child(schema, value, i), `${path}/${i}`, state);
    }
  } else if (isRecord(value)) {
    for (const key of Object.keys(value)) {
      const item = visit(value[key], state.view.child(schema, value, key), child(path, key), state);
      if (item !== value[key]) setOwn(value, key, item);
    }
  }
  return value;
}

interface Reading {
  readonly value: unknown;
  readonly note: string;
}

/** The one way to read a value of a type that is not allowed; `undefined` where there is none, or more than one. */
function reading(value: unknown, allowed: Types): Reading | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : ofString(value, allowed);
  // A number where text is asked for may be a wrong argument altogether: that is for the caller to say.
  return value === null ? undefined : wrapped(value, allowed);
}

function ofString(text: string, allowed: Types): Reading | undefined {
  if (allowed & INTEGER && INTEGER_TEXT.test(text) && text !== "-0") {
    const number = Number(text);
    const value = Number.isSafeInteger(number) ? number : BigInt(text);
    return { value, note: "read a string of digits as a number" };
  }
  if (allowed & FRACTION && NUMBER_TEXT.test(text) && text.replaceAll(/\D/g, "").length <= EXACT_DIGITS) {
    return { value: Number(text), note: "read a string as a number" };
  }
  if (allowed & BOOLEAN && (text === "true" || text === "false")) {
    return { value: text === "true", note: `read the string ${JSON.stringify(text)} as ${text}` };
  }
  const parsed = ofJson(text, allowed);
  return parsed ?? wrapped(text, allowed);
}

function ofJson(text: string, allowed: Types): Reading | undefined {
  const first = text.trimStart()[0];
  if (!(first === "{" && allowed & OBJECT) && !(first === "[" && allowed & ARRAY)) return undefined;
  try {
    const copied = copyPlain(parseJson(text));
    if (!copied.ok || (typeOf(copied.value) & allowed) === 0) return undefined;
    return { value: copied.value, note: `read JSON text as ${first === "{" ? "an object" : "a list"}` };
  } catch {
    // Not JSON: it stays what it is, and is refused as such.
    return undefined;
  }
}

function wrapped(value: unknown, allowed: Types): Reading | undefined {
  if (!(allowed & ARRAY) || Array.isArray(value)) return undefined;
  return { value: [value], note: "read one value as a list of one" };
}
