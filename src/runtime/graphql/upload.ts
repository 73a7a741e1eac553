/** The GraphQL multipart request specification: files beside the operation, at the places of its variables. */
import { stringifyJson } from "../../json/stringify.js";
import type { FileStore } from "../http/files.js";
import { type EncodedBody, multipartBody } from "../http/request/multipart.js";
import { isRecord, setOwn } from "../schema.js";

/** A file value, and where it was. */
export interface Uploaded {
  /** `variables.input.files.0`: an object path, as the specification writes it. */
  readonly path: string;
  readonly variable: string;
  readonly value: unknown;
}

export interface Taken {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly uploaded: readonly Uploaded[];
}

/** A copy of the variables with null in place of each file, and the files. Places: `input/files/*`. */
export function takeFiles(variables: Readonly<Record<string, unknown>>, places: readonly string[]): Taken {
  if (places.length === 0) return { variables, uploaded: [] };
  const uploaded: Uploaded[] = [];
  let taken: unknown = variables;
  for (const place of places) {
    const parts = place.split("/");
    taken = take(taken, parts, 0, "variables", (path, value) => {
      uploaded.push({ path, variable: parts[0] ?? "", value });
    });
  }
  return { variables: isRecord(taken) ? taken : {}, uploaded };
}

function take(
  value: unknown,
  parts: readonly string[],
  depth: number,
  path: string,
  found: (path: string, value: unknown) => void,
): unknown {
  if (value === null || value === undefined) return value;
  const part = parts[depth];
  if (part === undefined) {
    found(path, value);
    return null;
  }
  if (part === "*") {
    // GraphQL, section 3.11: one item may stand for a list of it.
    if (!Array.isArray(value)) return take(value, parts, depth + 1, path, found);
    return value.map((item, i) => take(item, parts, depth + 1, `${path}.${i}`, found));
  }
  if (!isRecord(value) || !Object.hasOwn(value, part)) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(copy, key, key === part ? take(item, parts, depth + 1, `${path}.${key}`, found) : item);
  }
  return copy;
}

/**
 * Parts in the order that the specification asks for: `operations`, `map`, then the files. `argOf`: the argument of a
 * variable, which is what a refusal names.
 */
export function uploadBody(
  request: unknown,
  uploaded: readonly Uploaded[],
  files: FileStore,
  argOf: (variable: string) => string,
): EncodedBody {
  const map = Object.fromEntries(uploaded.map(({ path }, i) => [String(i), [path]]));
  const fields = [
    { arg: "", name: "operations", value: stringifyJson(request) },
    { arg: "", name: "map", value: JSON.stringify(map) },
    ...uploaded.map(({ variable, value }, i) => ({ arg: argOf(variable), name: String(i), value })),
  ];
  const encodings = Object.fromEntries(uploaded.map((_, i) => [String(i), { file: true }]));
  return multipartBody("multipart/form-data", fields, encodings, files);
}
