/** The sentences for keys that are missing, and for keys that nobody knows. */
import type { ErrorObject } from "ajv";
import { nearest } from "../../tool/nearest.js";
import { isRecord } from "../schema.js";
import { cut, MAX_LISTED, MAX_QUOTED, quote } from "./quote.js";
import { type Definitions, keysOf, shapeOf } from "./shape.js";

/** A place, and what is wrong there. */
export interface Sentence {
  readonly says: string;
  readonly at: string;
}

export function child(pointer: string, key: string): string {
  return `${pointer}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

export function missing(error: ErrorObject, name: string, because: unknown, definitions: Definitions): Sentence {
  const schema = propertiesOf(error)[name];
  const shape = shapeOf(schema, definitions);
  const text =
    isRecord(schema) && typeof schema["description"] === "string" ? cut(firstLine(schema["description"])) : "";
  const why = typeof because === "string" ? ` with ${quote(because)}` : "";
  const what = [shape === "" ? "" : `expected ${shape}`, text].filter((part) => part !== "").join(": ");
  return {
    at: child(error.instancePath, name),
    says: `is required${why}, but missing${what === "" ? "" : `; ${what}`}`,
  };
}

export function unknown(error: ErrorObject, name: string, definitions: Definitions): Sentence {
  const at = child(error.instancePath, name.length > MAX_QUOTED ? `${name.slice(0, MAX_QUOTED)}…` : name);
  const kind = error.instancePath === "" ? "argument" : "key";
  return { at, says: `unknown ${kind}; ${cure(error, name, definitions)}` };
}

/** What was meant, the likeliest first: arguments are often given a level too high or too low. */
function cure(error: ErrorObject, name: string, definitions: Definitions): string {
  const properties = propertiesOf(error);
  const names = Object.keys(properties);
  const below = new Map(names.map((key) => [key, keysOf(properties[key], definitions)]));
  const owners = names.filter((key) => below.get(key)?.includes(name));
  const [best] = nearest(name, names, 1);
  const meant = best === undefined ? "" : `did you mean ${quote(best)}?`;
  if (owners.length > 0) return `it belongs inside ${listed(owners, " or ")}${meant === "" ? "" : `; or ${meant}`}`;
  if (meant !== "") return meant;
  const own = ownKeys(error.data, name).filter((key) => Object.hasOwn(properties, key));
  if (own.length > 0) return `leave it out, and give what is in it beside the others: ${listed(own)}`;
  for (const [key, keys] of below) {
    const [near] = nearest(name, keys, 1);
    if (near !== undefined) return `did you mean ${quote(near)} inside ${key}?`;
  }
  return names.length === 0 ? "none is taken here" : `known are ${listed(names)}`;
}

function listed(names: readonly string[], between = ", "): string {
  const more = names.length > MAX_LISTED ? `, and ${names.length - MAX_LISTED} more` : "";
  return `${names.slice(0, MAX_LISTED).join(between)}${more}`;
}

function ownKeys(data: unknown, name: string): readonly string[] {
  const value = isRecord(data) && Object.hasOwn(data, name) ? data[name] : undefined;
  return isRecord(value) ? Object.keys(value) : [];
}

function propertiesOf(error: ErrorObject): Readonly<Record<string, unknown>> {
  const properties: unknown = error.parentSchema?.["properties"];
  return isRecord(properties) ? properties : {};
}

function firstLine(text: string): string {
  return text.trimStart().split(/[\r\n]/, 1)[0] ?? "";
}
