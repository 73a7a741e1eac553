/** What may be wrong with a schema, one rule at a time. Shares nothing with the conversion. */

export type Part = Readonly<Record<string, unknown>>;
/** What is wrong, if anything; `root`: the whole schema. */
export type Rule = (part: Part, root: Part) => string | undefined;

const SINGLES = ["items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else"];
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"];
const MAPS = ["properties", "$defs", "patternProperties", "dependentSchemas"];

interface Place {
  readonly at: string;
  readonly one: Part;
  readonly depth: number;
}

/** The schema and all that are in it. */
export function every(one: Part, at = "", depth = 0): readonly Place[] {
  const inside: [string, unknown][] = [
    ...SINGLES.map((keyword): [string, unknown] => [keyword, one[keyword]]),
    ...LISTS.flatMap((keyword) => list(one[keyword]).map((item, i): [string, unknown] => [`${keyword}/${i}`, item])),
    ...MAPS.flatMap((keyword) =>
      Object.entries(part(one[keyword]) ?? {}).map(([key, item]): [string, unknown] => [`${keyword}/${key}`, item]),
    ),
  ];
  return [
    { at, one, depth },
    ...inside.flatMap(([where, item]) => {
      const below = part(item);
      return below === undefined ? [] : every(below, `${at}/${where}`, depth + 1);
    }),
  ];
}

export function plainRoot(one: Part, root: Part): string | undefined {
  if (one !== root) return undefined;
  return one["type"] === "object" ? has(one, "anyOf", "oneOf", "allOf") : "no object at the root";
}

export function rootIsNoListOfValues(one: Part, root: Part): string | undefined {
  return one === root ? has(one, "enum", "not") : undefined;
}

export function rootHasProperties(one: Part, root: Part): string | undefined {
  return one === root && part(one["properties"]) === undefined ? "no properties at the root" : undefined;
}

export function keys(pattern: RegExp): Rule {
  return (one) => names(one).find((key) => !pattern.test(key));
}

/** No keyword but these. */
export function only(...keywords: string[]): Rule {
  return (one) => Object.keys(one).find((keyword) => !keywords.includes(keyword));
}

export function noBooleans(one: Part): string | undefined {
  const parts = [...list(one["anyOf"]), ...MAPS.flatMap((map) => Object.values(part(one[map]) ?? {})), one["items"]];
  return parts.some((item) => typeof item === "boolean") ? "a schema that is true or false" : undefined;
}

export function propertiesAreObjects({ properties }: Part): string | undefined {
  return Object.values(part(properties) ?? {}).every((one) => part(one)) ? undefined : "a property that is no object";
}

export function oneKind(...kinds: string[]): Rule {
  return (one) => (kinds.some((kind) => one[kind] !== undefined) ? undefined : `none of ${kinds}`);
}

export function typeMayBeNull({ type }: Part): string | undefined {
  if (!Array.isArray(type)) return undefined;
  return type.length === 2 && type.includes("null") ? undefined : `type ${type}`;
}

export function closed(one: Part): string | undefined {
  const isObject = [one["type"]].flat().includes("object") || one["properties"] !== undefined;
  return isObject && one["additionalProperties"] !== false ? "an open object" : undefined;
}

export function everyKeyIsRequired(one: Part): string | undefined {
  const required = list(one["required"]);
  return names(one).find((key) => !required.includes(key)) ?? requiredIsDeclared(one);
}

export function requiredIsDeclared(one: Part): string | undefined {
  const missing = list(one["required"]).find((key) => !names(one).includes(String(key)));
  return missing === undefined ? undefined : `requires ${missing}`;
}

export function listsHaveItems({ type, items }: Part): string | undefined {
  return [type].flat().includes("array") && items === undefined ? "a list without items" : undefined;
}

/** Values are of the type beside them, and there are some. */
export function valuesFit({ enum: values, type }: Part): string | undefined {
  if (values === undefined) return undefined;
  if (list(values).length === 0) return "no values";
  const types = [type].flat().map((one) => (one === "integer" ? "number" : one));
  const typeOf = (value: unknown): string => (value === null ? "null" : typeof value);
  return list(values).every((value) => type === undefined || types.includes(typeOf(value)))
    ? undefined
    : "a value of another type";
}

/** Beside a keyword nothing but these. */
export function alone(keyword: string, ...company: string[]): Rule {
  return (one) => {
    if (one[keyword] === undefined) return undefined;
    const other = Object.keys(one).find((found) => found !== keyword && !company.includes(found));
    return other === undefined ? undefined : `${keyword} beside ${other}`;
  };
}

export function formats(known: string): Rule {
  return ({ format }) =>
    format === undefined || known.split(" ").includes(String(format)) ? undefined : String(format);
}

const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  string: ["pattern", "format"],
  number: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: ["items", "minItems", "maxItems"],
  object: ["properties", "required", "additionalProperties"],
};

export function constraintsOfTheirType(one: Part): string | undefined {
  const types = [one["type"]].flat().map((type) => (type === "integer" ? "number" : type));
  return Object.entries(OF_TYPE)
    .filter(([type]) => !types.includes(type))
    .flatMap(([, keywords]) => keywords)
    .find((keyword) => one[keyword] !== undefined);
}

export function referencesLead({ $ref }: Part, root: Part): string | undefined {
  return $ref === undefined || target($ref, root) !== undefined ? undefined : `${$ref} leads nowhere`;
}

export function noRecursion(one: Part, root: Part): string | undefined {
  if (one !== root) return undefined;
  const within = (from: Part, above: readonly unknown[]): string | undefined => {
    for (const { one: inner } of every(from)) {
      const { $ref } = inner;
      if ($ref === undefined) continue;
      if (above.includes($ref)) return `${$ref} holds itself`;
      const found = within(target($ref, root) ?? {}, [...above, $ref]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const definitions = Object.entries(part(root["$defs"]) ?? {});
  return definitions
    .map(([name, definition]) => within(part(definition) ?? {}, [`#/$defs/${name}`]))
    .find((found) => found !== undefined);
}

function target(ref: unknown, root: Part): Part | undefined {
  if (ref === "#") return root;
  const name = String(ref)
    .replace(/^#\/\$defs\//, "")
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const definitions = part(root["$defs"]) ?? {};
  const found = [name, decodeURIComponent(name)].find((one) => Object.hasOwn(definitions, one));
  if (found === undefined) return undefined;
  return typeof definitions[found] === "boolean" ? {} : part(definitions[found]);
}

export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const names = (one: Part): readonly string[] => Object.keys(part(one["properties"]) ?? {});
const has = (one: Part, ...keywords: string[]): string | undefined =>
  keywords.find((keyword) => one[keyword] !== undefined);

export function part(value: unknown): Part | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Part) : undefined;
}
