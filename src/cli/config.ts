/** The config file: the toolkits to write, each with the same options as the flags, and changes to single tools. */
import { existsSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { nearest } from "../tool/nearest.js";
import { readConfigFile } from "./config-file.js";
import { Flags, type Option } from "./option.js";
import { bind, force, generationOptions, graphqlOptions, quota } from "./options.js";
import type { Source } from "./source.js";
import { UsageError } from "./usage.js";

export interface ConfigEntry {
  /** As messages call it: `toolgen.config.json: toolkits[0]`. */
  readonly at: string;
  /** As it stands in the file: URLs, or paths relative to it. */
  readonly source: Source;
  readonly flags: Flags;
  /** By tool name, operationId or `METHOD /path`; read by the generator. */
  readonly tools: Readonly<Record<string, unknown>>;
}

export interface Config {
  /** As shown to the user: relative to where they are. */
  readonly file: string;
  /** Folder that the file's paths are relative to. */
  readonly folder: string;
  readonly entries: readonly ConfigEntry[];
}

const NAMES = ["ts", "js", "mjs", "json", "yaml", "yml"].map((end) => `toolgen.config.${end}`);
const OPTIONS: Readonly<Record<Source["kind"], readonly Option<unknown>[]>> = {
  openapi: [...generationOptions, force],
  graphql: [...graphqlOptions, force],
};
const TOP_KEYS = ["toolkits", "$schema"];
/** Of an entry of either kind. */
const KEYS = [...new Set(Object.values(OPTIONS).flat())].map((option) => camel(option.name));

/** `named`: the `--config` flag; else the first of `toolgen.config.*` in the folder. Undefined: there is none. */
export async function readConfig(named: string | undefined, cwd: string): Promise<Config | undefined> {
  const found = named ?? NAMES.find((name) => existsSync(resolve(cwd, name)));
  if (found === undefined) return undefined;
  const path = resolve(cwd, found);
  if (!existsSync(path)) throw new UsageError(`There is no file ${found}`, "Check --config.");
  const file = relative(cwd, path) || found;
  return { file, folder: dirname(path), entries: entriesOf(await readConfigFile(path, file), file) };
}

function entriesOf(config: unknown, file: string): readonly ConfigEntry[] {
  const list = isRecord(config) ? config["toolkits"] : config;
  if (isRecord(config) && list === undefined && nearest("toolkits", Object.keys(config), 1).length > 0) {
    checkKeys(config, TOP_KEYS, file);
  }
  if (!Array.isArray(list) || list.length === 0) {
    throw new UsageError(`${file} lists no toolkits`, "Write { toolkits: [{ spec, out }] }.");
  }
  if (isRecord(config)) checkKeys(config, TOP_KEYS, file);
  return list.map((entry, i) => readEntry(entry, `${file}: toolkits[${i}]`));
}

function readEntry(entry: unknown, at: string): ConfigEntry {
  if (!isRecord(entry)) throw new UsageError(`${at} is no object`, 'Write { "spec": "api.yaml", "out": "tools/api" }.');
  const { spec, schema, tools = {}, ...rest } = entry;
  if (spec === undefined && schema === undefined) checkKeys(rest, ["spec", "schema", ...KEYS], at);
  const source = readSource(spec, schema, at);
  if (!isRecord(tools)) throw new UsageError(`${at}.tools is no object`, "Write { <tool>: { name, description, … } }.");
  const options = OPTIONS[source.kind];
  const own = source.kind === "openapi" ? "spec" : "schema";
  checkKeys(rest, [...options.map((o) => camel(o.name)), own, "tools"], at);
  const given = new Map<string, readonly string[]>();
  for (const option of options) {
    const key = camel(option.name);
    if (!Object.hasOwn(rest, key)) continue;
    const texts = textsOf(rest[key], option, `${at}.${key}`);
    try {
      option.read(texts);
    } catch (cause) {
      if (cause instanceof UsageError) throw new UsageError(`${at}.${key}: ${cause.message}`, cause.hint);
      throw cause;
    }
    given.set(option.name, texts);
  }
  return { at, source, flags: new Flags(given), tools };
}

/** `spec` is an OpenAPI document, `schema` a GraphQL one. */
function readSource(spec: unknown, schema: unknown, at: string): Source {
  if (spec !== undefined && schema !== undefined)
    throw new UsageError(`${at} has both spec and schema`, "spec is an OpenAPI document, schema a GraphQL one.");
  if (schema === undefined) {
    if (typeof spec === "string" && spec !== "") return { kind: "openapi", spec };
    throw new UsageError(`${at} has no spec`, "It names a file or a URL; for GraphQL, schema does.");
  }
  const list: readonly unknown[] = Array.isArray(schema) ? schema : [schema];
  const names = list.filter((name): name is string => typeof name === "string" && name !== "");
  if (names.length > 0 && names.length === list.length) return { kind: "graphql", schema: names };
  throw new UsageError(`${at}.schema is no name of files`, "It names files, globs, or an endpoint.");
}

function checkKeys(value: object, known: readonly string[], at: string): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const [near] = nearest(unknown, known, 1);
  throw new UsageError(
    `${at} has an unknown key ${unknown}`,
    near ? `Did you mean ${near}?` : `It takes ${known.join(", ")}.`,
  );
}

/** A value of the file as the texts that the flag would have been given. */
function textsOf(value: unknown, option: Option<unknown>, at: string): readonly string[] {
  // The one list that has a key for each item may be written as a map.
  const given = option === bind && isRecord(value) ? pairs(value) : Array.isArray(value) ? value : [value];
  const list: readonly unknown[] = option === quota ? given.map((one) => (isRecord(one) ? jsonOf(one) : one)) : given;
  const wants = option.placeholder === undefined ? "boolean" : option.placeholder === "n" ? "number" : "string";
  const fits = (item: unknown): boolean => typeof item === wants || (wants === "number" && typeof item === "string");
  if (list.length > 0 && list.every(fits) && (option.many || list.length === 1)) {
    return list.map(String);
  }
  throw new UsageError(`${at} is no ${option.many ? "list of strings" : wants}`);
}

const pairs = (map: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Object.entries(map).map(([key, value]) => (typeof value === "string" ? `${key}=${value}` : value));

/** A limit of several parts: the flag takes it as JSON. Of a `.ts` file anything may come. */
function jsonOf(limit: Readonly<Record<string, unknown>>): unknown {
  try {
    return JSON.stringify(limit);
  } catch {
    return limit;
  }
}

/** `allow-origin` → `allowOrigin` */
function camel(name: string): string {
  return name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
