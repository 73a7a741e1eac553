/** What a finished schema accepts, by an independent validator in its strict mode. */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonSchema } from "../../../../../src/tool/json-schema.js";

export function acceptor(root: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): (value: unknown) => boolean {
  const ajv = new Ajv2020({ strictSchema: true, strictTypes: false, validateFormats: false, logger: false });
  ajv.addVocabulary(["x-toolgen-wire", "x-toolgen-drop"]);
  const validate = ajv.compile({ $defs: { ...schemas }, allOf: [root] });
  return (value) => validate(value);
}

export function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
