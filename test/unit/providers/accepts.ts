/**
 * What each provider refuses in the tools of a request: written from their documentation, their SDKs and the errors that
 * they answer with (the table in src/providers/dialect.ts names them), and sharing nothing with the conversion.
 */
import type { JsonSchema, JsonSchemaObject } from "../../../src/tool/json-schema.js";
import {
  alone,
  closed,
  constraintsOfTheirType,
  every,
  everyKeyIsRequired,
  formats,
  keys,
  list,
  listsHaveItems,
  names,
  noBooleans,
  noRecursion,
  oneKind,
  only,
  type Part,
  part,
  plainRoot,
  propertiesAreObjects,
  type Rule,
  referencesLead,
  requiredIsDeclared,
  rootHasProperties,
  rootIsNoListOfValues,
  typeMayBeNull,
  valuesFit,
} from "./rules.js";

const rules: Readonly<Record<string, readonly Rule[]>> = {
  openai: [plainRoot, rootIsNoListOfValues, rootHasProperties, listsHaveItems, referencesLead],
  anthropic: [plainRoot, keys(/^[a-zA-Z0-9_.-]{1,64}$/), referencesLead],
  mcp: [plainRoot, propertiesAreObjects, referencesLead],
  "openai-strict": [
    plainRoot,
    only(
      ..."type properties required additionalProperties items anyOf enum const $ref $defs description title".split(" "),
      ..."pattern format multipleOf minimum maximum exclusiveMinimum exclusiveMaximum minItems maxItems".split(" "),
    ),
    noBooleans,
    oneKind("anyOf", "type", "$ref"),
    typeMayBeNull,
    closed,
    everyKeyIsRequired,
    listsHaveItems,
    valuesFit,
    alone("$ref", "description", "title"),
    alone("anyOf", "description", "title", "$defs"),
    formats("date-time time date duration email hostname ipv4 ipv6 uuid"),
    constraintsOfTheirType,
    referencesLead,
  ],
  "anthropic-strict": [
    plainRoot,
    keys(/^[a-zA-Z0-9_.-]{1,64}$/),
    only(
      ..."type properties required additionalProperties items anyOf allOf enum const $ref $defs".split(" "),
      ..."description title format minItems".split(" "),
    ),
    noBooleans,
    oneKind("anyOf", "allOf", "type", "enum", "const", "$ref"),
    closed,
    requiredIsDeclared,
    valuesFit,
    alone("$ref", "description", "title"),
    formats("date-time time date duration email hostname uri ipv4 ipv6 uuid"),
    ({ minItems: n }) => (n === undefined || n === 0 || n === 1 ? undefined : `minItems ${n}`),
    referencesLead,
    noRecursion,
  ],
  gemini: [
    plainRoot,
    keys(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/),
    only(
      ..."anyOf default description enum format items maxItems maxLength maxProperties maximum minItems".split(" "),
      ..."minLength minProperties minimum nullable pattern properties required title type".split(" "),
    ),
    noBooleans,
    oneKind("anyOf", "type"),
    ({ type }) => (Array.isArray(type) ? "a list of types" : undefined),
    alone("anyOf"),
    requiredIsDeclared,
    listsHaveItems,
    ({ type, items }) => (items !== undefined && type !== "array" ? "items of no list" : undefined),
    (part, root) =>
      part !== root && part["type"] === "object" && names(part).length === 0 ? "no properties" : undefined,
    ({ enum: values, type }) => {
      if (values === undefined) return undefined;
      if (type !== "string") return "an enum of no string";
      return list(values).every((one) => typeof one === "string" && one !== "") ? undefined : "a value that is no text";
    },
    valuesFit,
    ({ type, format }) => {
      const known = { string: ["date-time"], integer: ["int32", "int64"], number: ["float", "double"] };
      const those: readonly unknown[] = known[type as keyof typeof known] ?? [];
      return format === undefined || those.includes(format) ? undefined : `format ${format} of ${type}`;
    },
  ],
};

/** Everything that the provider would refuse in one schema: `pointer: what`. */
export function refusals(profile: string, schema: JsonSchema): readonly string[] {
  const own = rules[profile];
  if (own === undefined) throw new Error(`Nothing is known of ${profile}`);
  const root = part(schema);
  if (root === undefined) return ["no object at the root"];
  const found = every(root).flatMap(({ at, one }) =>
    own.flatMap((rule) => {
      const what = rule(one, root);
      return what === undefined ? [] : [`${at}: ${what}`];
    }),
  );
  return profile === "openai-strict" ? [...found, ...tooLarge(root)] : found;
}

export interface Sent {
  readonly name: string;
  readonly schema: JsonSchemaObject;
  readonly strict?: boolean;
}

/** Everything that the provider would refuse in a request with these tools, however many they are. */
export function requestRefusals(profile: string, tools: readonly Sent[]): readonly string[] {
  const isStrict = profile.endsWith("-strict");
  const base = profile.replace(/-strict$/, "");
  const name = base === "gemini" ? /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/ : /^[a-zA-Z0-9_-]{1,64}$/;
  const found = tools.flatMap((tool) => [
    ...(name.test(tool.name) ? [] : [`${tool.name}: its name`]),
    ...refusals(isStrict && tool.strict !== false ? profile : base, tool.schema).map((what) => `${tool.name}${what}`),
  ]);
  if (new Set(tools.map((tool) => tool.name)).size < tools.length) found.push("a name twice");
  if (profile !== "anthropic-strict") return found;
  const parts = tools.filter(({ strict }) => strict !== false).map(({ schema }) => every(schema));
  const all = parts.flat().map(({ one }) => one);
  const optional = all.flatMap((one) => names(one).filter((key) => !list(one["required"]).includes(key)));
  const unions = all.filter(({ type, anyOf }) => Array.isArray(type) || anyOf !== undefined);
  if (parts.length > 20) found.push(`${parts.length} strict tools`);
  if (optional.length > 24) found.push(`${optional.length} optional parameters`);
  if (unions.length > 16) found.push(`${unions.length} parameters with union types`);
  return found;
}

/** OpenAI, Structured outputs: limits of one schema. */
function tooLarge(root: Part): readonly string[] {
  const places = every(root);
  const strings = (one: Part): readonly string[] =>
    list(one["enum"]).filter((value): value is string => typeof value === "string");
  const sum = (of: (one: Part) => number): number => places.reduce((total, { one }) => total + of(one), 0);
  const named = (one: Part): string =>
    [...names(one), ...Object.keys(part(one["$defs"]) ?? {}), ...strings(one)].join("");
  const counts: [string, number, number][] = [
    ["levels", Math.max(...places.map(({ depth }) => depth)), 10],
    ["properties", sum((one) => names(one).length), 5_000],
    ["enum values", sum((one) => list(one["enum"]).length), 1_000],
    ["characters", sum((one) => named(one).length), 120_000],
  ];
  const long = places.filter(({ one }) => strings(one).length > 250 && strings(one).join("").length > 15_000);
  return [
    ...counts.flatMap(([what, count, most]) => (count > most ? [`: ${count} ${what}`] : [])),
    ...long.map(({ at }) => `${at}: a long enum`),
  ];
}
