import type { Format } from "ajv";

/** Longer strings are not held against a format: some of the expressions are quadratic. */
const MAX_CHECKED = 8192;

/** The formats of ajv-formats, OpenAPI's among them, bounded in time. Other formats are annotations. */
export function boundedFormats(formats: Readonly<Record<string, Format>>): Readonly<Record<string, Format>> {
  return Object.fromEntries(Object.entries(formats).map(([name, format]) => [name, bounded(format)]));
}

function bounded(format: Format): Format {
  const check =
    typeof format === "object" && "validate" in format && format.type !== "number" ? format.validate : format;
  if (check instanceof RegExp) return (text: string) => text.length > MAX_CHECKED || check.test(text);
  if (typeof check !== "function") return format;
  const test = check as (text: string) => unknown;
  return (text: string) => text.length > MAX_CHECKED || test(text) === true;
}
