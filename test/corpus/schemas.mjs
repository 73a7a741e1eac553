// What the schemas of a toolkit have to be: JSON Schema 2020-12 that refers to itself alone, and names that models take.

import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { fullFormats } from "ajv-formats/dist/formats.js";

const { Validators } = await import(join(import.meta.dirname, "../../dist/runtime/validate/validators.js"));

const PREFIX = "#/$defs/";
const TOOL = /^[a-z][a-z0-9_]{0,47}$/;
const ARGUMENT = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const UNIONS = ["oneOf", "anyOf", "allOf"];
const MAPS = ["properties", "patternProperties", "$defs", "dependentSchemas"];
/** Values of these are data, whatever they look like. */
const DATA = ["const", "enum", "default", "examples"];

/**
 * Checks one toolkit's tools, each definition once.
 * @returns {Promise<string[]>} what is wrong
 */
export async function faultsOfSchemas(tools) {
  const faults = [];
  const strict = strictAjv();
  const validators = new Validators();
  const checked = new Set();
  for (const tool of tools) {
    const say = (what) => faults.push(`${tool.name}: ${what}`);
    if (!TOOL.test(tool.name)) say("its name is none");
    const { input, output } = tool;
    if (input.type !== "object" || input.additionalProperties !== false) say("its input is no closed object");
    if (UNIONS.some((union) => union in input)) say("its input is a union");
    for (const schema of [input, output].filter((one) => typeof one === "object")) {
      const { $defs = {}, ...own } = schema;
      try {
        const definitions = reached(own, $defs);
        for (const name of definitions) {
          if (!checked.has(name)) strict.addSchema(renamed($defs[name]), `kit:${name}`);
          checked.add(name);
        }
        strict.compile(renamed(own));
        await validators.compile(schema);
        if (schema === input) {
          const parts = [own, ...definitions.map((name) => $defs[name])];
          for (const name of new Set(parts.flatMap(argumentNames))) if (!ARGUMENT.test(name)) say(`argument ${name}`);
        }
      } catch (cause) {
        say(`${schema === input ? "input" : "output"}: ${cause.message}`);
      }
    }
  }
  return faults;
}

/** Strict: no unknown keyword but the two annotations of toolgen. Formats that nobody knows are annotations. */
function strictAjv() {
  const formats = new Proxy(fullFormats, { get: (known, name) => known[name] ?? true });
  const ajv = new Ajv2020({
    strictSchema: true,
    strictTypes: false,
    strictTuples: false,
    validateSchema: true,
    inlineRefs: false,
  });
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  ajv.formats = formats;
  ajv.addVocabulary(["x-toolgen-wire", "x-toolgen-drop"]);
  return ajv;
}

/** Names of the definitions that a schema leads to. Throws where it leads anywhere else. */
function reached(schema, definitions) {
  const found = new Set();
  const follow = (part) => {
    for (const ref of references(part)) {
      const name = ref.slice(PREFIX.length);
      if (!ref.startsWith(PREFIX) || !Object.hasOwn(definitions, name)) throw new Error(`$ref ${ref} leads nowhere`);
      found.add(name);
    }
  };
  follow(schema);
  for (const name of found) follow(definitions[name]);
  return [...found];
}

/** Every schema in a schema, itself first. */
function* parts(schema) {
  if (typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) {
    for (const item of schema) yield* parts(item);
    return;
  }
  yield schema;
  for (const [keyword, value] of Object.entries(schema)) {
    if (DATA.includes(keyword)) continue;
    if (MAPS.includes(keyword)) for (const item of Object.values(value)) yield* parts(item);
    else yield* parts(value);
  }
}

const references = (schema) => [...parts(schema)].flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]));
const argumentNames = (schema) => [...parts(schema)].flatMap(({ properties = {} }) => Object.keys(properties));

/** The schema with each definition under a name of its own, so that ajv compiles it once. */
function renamed(schema) {
  if (typeof schema !== "object") return schema ? {} : { not: {} };
  const text = JSON.stringify(schema, (key, value) =>
    key === "$ref" && typeof value === "string" && value.startsWith(PREFIX)
      ? `kit:${value.slice(PREFIX.length)}`
      : value,
  );
  return JSON.parse(text);
}
