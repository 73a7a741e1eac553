// Arguments for a tool, made from nothing but its own input schema.
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { generateSync, registerFormat } from "json-schema-faker";

const text = (random, alphabet, length) =>
  Array.from({ length }, () => alphabet[random.int(0, alphabet.length - 1)]).join("");
registerFormat("byte", (random) => Buffer.from(text(random, "abcdefgh", 6)).toString("base64"));
registerFormat("url", (random) => `https://example.com/${text(random, "abc", 4)}`);

/** Reads schemas by the letter: what it lets pass and a tool refuses is the tool's fault, not that of the arguments. */
const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
formats.default(ajv);

const ATTEMPTS = 10;
/** Texts up to here; some documents allow 150,000 characters, in a path. */
const LONG = 40;

/**
 * Same seed, same arguments. `minimal` has what is required; `full` everything that terminates, with a value where null
 * would do as well. `left` names what could not be made and was left out, since it may be.
 */
export function makeArguments(schema, kind, seed) {
  const check = ajv.compile(schema);
  // What is wanted most comes first; the later ones leave more to the faker.
  const sources = [
    prepare(schema, kind, { chosen: true, filled: kind === "full" }),
    prepare(schema, kind, { chosen: false, filled: kind === "full" }),
    prepare(schema, kind, { chosen: false, filled: false }),
  ];
  const made = [];
  for (const source of sources) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const args = make(source, kind, seed * ATTEMPTS + attempt);
      if (check(args)) return { args, left: [] };
      if (attempt === 0) made.push(args);
    }
  }
  for (const args of made) {
    const repaired = repair(args, check);
    if (repaired) return repaired;
  }
  check(made[0]);
  throw new Error(`no arguments can be made: ${ajv.errorsText(check.errors)}`);
}

function repair(args, check) {
  const left = [];
  for (let rest = { args }; rest && left.length < 1000; left.push(rest.path)) {
    if (check(rest.args)) return { args: rest.args, left };
    rest = removeWrong(rest.args, check);
    if (!rest) return undefined;
  }
  return undefined;
}

function make(schema, kind, seed) {
  return generateSync(schema, {
    seed,
    alwaysFakeOptionals: kind === "full",
    optionalsProbability: kind === "full" ? 1 : 0,
    refDepthMin: 0,
    refDepthMax: 5,
    maxItems: 2,
    minItems: kind === "full" ? 1 : 0,
    minLength: 1,
    useDefaultValue: false,
    failOnInvalidTypes: false,
  });
}

/** The same schema in words that the faker follows. */
function prepare(schema, kind, { chosen, filled }) {
  const each = (map) => Object.fromEntries(Object.entries(map).map(([key, value]) => [key, walk(value)]));
  const walk = (node) => {
    if (typeof node !== "object" || node === null) return node;
    const { handle, data } = node.properties ?? {};
    if (handle?.pattern === "^file:" && data) return file(kind);
    const copy = { ...node };
    for (const key of MAPS) if (copy[key]) copy[key] = each(copy[key]);
    for (const key of LISTS) if (copy[key]) copy[key] = copy[key].map(walk);
    for (const key of SINGLE) if (copy[key]) copy[key] = walk(copy[key]);
    if (copy.maxLength > LONG) copy.maxLength = Math.max(copy.minLength ?? 0, LONG);
    if (typeof copy.minimum === "number") copy.maximum ??= copy.minimum + 1000;
    if (kind === "full") withoutNull(copy);
    else if (copy.items && !copy.minItems) copy.maxItems = 0;
    if (chosen) chooseForm(copy, kind === "full" ? 0 : -1);
    // Of several forms the faker makes the required properties only.
    if (filled && copy.properties) copy.required = Object.keys(copy.properties);
    // The faker takes a list of values only where nothing else is said, and where nothing is said any type.
    if (copy.enum) return { enum: copy.enum };
    return Object.keys(copy).every((key) => SILENT.has(key)) ? { type: "string" } : copy;
  };
  return walk(schema);
}

const MAPS = ["properties", "patternProperties", "$defs"];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const SINGLE = ["items", "additionalProperties", "contains", "not", "if", "then", "else", "propertyNames"];
const SILENT = new Set(["title", "description", "default", "deprecated", "examples", "x-toolgen-wire"]);

/** A handle would have to lead to a file that an earlier call returned. */
const file = (kind) => ({
  type: "object",
  properties: { data: { type: "string", format: "byte" }, filename: { const: "a file.txt" } },
  required: kind === "full" ? ["data", "filename"] : ["data"],
});

/** Of several types and forms one that is always the same: `full` has the first, `minimal` the last. */
function chooseForm(node, index) {
  if (Array.isArray(node.type)) node.type = node.type.at(index);
  for (const key of ["anyOf", "oneOf"]) if (node[key]) node[key] = [node[key].at(index)];
}

function withoutNull(node) {
  if (Array.isArray(node.type) && node.type.length > 1) node.type = node.type.filter((type) => type !== "null");
  if (Array.isArray(node.enum) && node.enum.length > 1) node.enum = node.enum.filter((value) => value !== null);
  for (const key of ["anyOf", "oneOf"]) {
    const rest = node[key]?.filter?.((branch) => branch.type !== "null" && branch.const !== null);
    if (rest?.length) node[key] = rest;
  }
}

/** Takes out the deepest wrong place that may be left out; gives its JSON pointer. */
function removeWrong(args, check) {
  const wrong = new Set();
  for (const { instancePath } of check.errors) {
    for (let path = instancePath; path !== ""; path = path.slice(0, path.lastIndexOf("/"))) wrong.add(path);
  }
  const count = check.errors.length;
  const deepestFirst = [...wrong].sort((a, b) => b.split("/").length - a.split("/").length);
  for (const least of [count - 1, Number.POSITIVE_INFINITY]) {
    for (const path of deepestFirst) {
      const copy = without(args, path);
      if (
        check(copy) ||
        (check.errors.length <= least && !check.errors.some((error) => path.startsWith(`${error.instancePath}/`)))
      )
        return { args: copy, path };
    }
  }
  return undefined;
}

function without(args, path) {
  const copy = structuredClone(args);
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = keys.pop();
  let owner = copy;
  for (const key of keys) owner = owner[key];
  if (Array.isArray(owner)) owner.splice(Number(last), 1);
  else delete owner[last];
  return copy;
}
