/** `--scalars map.json`: what custom scalars of a schema are in JSON. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { JsonSchema } from "../tool/json-schema.js";
import { UsageError } from "./usage.js";

const FORM = 'It is an object such as { "Money": { "type": "string", "pattern": "^[0-9.]+$" } }.';

export function readScalars(file: string | undefined, cwd: string): Readonly<Record<string, JsonSchema>> | undefined {
  if (file === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, file), "utf8"));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "it is no JSON";
    throw new UsageError(`--scalars: ${file} cannot be read (${code})`, FORM);
  }
  if (!isMap(value)) throw new UsageError(`--scalars: ${file} maps no scalars to schemas`, FORM);
  return value;
}

function isMap(value: unknown): value is Readonly<Record<string, JsonSchema>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([name, schema]) =>
      /^[_A-Za-z][_0-9A-Za-z]*$/.test(name) &&
      (typeof schema === "boolean" || (typeof schema === "object" && schema !== null && !Array.isArray(schema))),
  );
}
