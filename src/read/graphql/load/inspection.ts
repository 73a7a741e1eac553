/**
 * What is sound of an introspection: every name is held against the Name grammar, and every reference against the types
 * that are there.
 */
import { DirectiveLocation, GraphQLError, parseConstValue } from "graphql";

export type Data = Readonly<Record<string, unknown>>;

export interface Sound {
  /** `__schema`, with nothing in it that graphql-js would trip over. */
  readonly schema: Data;
  /** What was left out, in words. */
  readonly dropped: readonly string[];
}

/** GraphQL, 2.1.9 Names; what begins with two underscores is GraphQL's own. */
const NAME = /^(?!__)[_A-Za-z][_0-9A-Za-z]{0,254}$/;
const OWN_TYPES: ReadonlySet<string> = new Set([
  "__Schema",
  "__Type",
  "__TypeKind",
  "__Field",
  "__InputValue",
  "__EnumValue",
  "__Directive",
  "__DirectiveLocation",
]);
const SCALARS = ["String", "Int", "Float", "Boolean", "ID"];
const LOCATIONS: ReadonlySet<unknown> = new Set(Object.values(DirectiveLocation));
const OUTPUT = new Set(["SCALAR", "OBJECT", "INTERFACE", "UNION", "ENUM"]);
const INPUT = new Set(["SCALAR", "ENUM", "INPUT_OBJECT"]);
/** List and NonNull around a type. The introspection query asks for nine. */
const MAX_WRAPPERS = 30;
const MAX_DEFAULT = 20_000;
const MAX_DEFAULT_DEPTH = 40;

export function soundParts(schema: Data): Sound {
  return new Inspection(schema).result();
}

class Inspection {
  readonly #schema: Data;
  /** By name: kind. */
  readonly #kinds = new Map<string, string>();
  readonly #dropped: string[] = [];

  constructor(schema: Data) {
    this.#schema = schema;
  }

  result(): Sound {
    const types = list(this.#schema["types"]).filter((type) => this.#isType(type));
    const scalars = SCALARS.filter((name) => !this.#kinds.has(name)).map((name) => ({ kind: "SCALAR", name }));
    for (const { name, kind } of scalars) this.#kinds.set(name, kind);
    const sound = [...types, ...scalars].map((type) => this.#type(type));
    const roots: Record<string, unknown> = {};
    for (const key of ["queryType", "mutationType", "subscriptionType"]) {
      const root = this.#schema[key];
      const name = isData(root) ? root["name"] : undefined;
      const isThere = typeof name === "string" && this.#kinds.get(name) === "OBJECT";
      if (name !== undefined && !isThere) this.#drop(`${key} ${shown(name)}, which is no object type`);
      roots[key] = isThere ? { name } : null;
    }
    const schema = {
      description: text(this.#schema["description"]),
      ...roots,
      types: sound,
      directives: this.#named(this.#schema["directives"], "the directives").map((directive) => ({
        name: directive["name"],
        description: text(directive["description"]),
        isRepeatable: directive["isRepeatable"] === true,
        locations: all(directive["locations"]).filter((location) => LOCATIONS.has(location)),
        args: this.#inputs(directive["args"], `@${String(directive["name"])}`),
      })),
    };
    return { schema, dropped: this.#dropped };
  }

  #drop(what: string): void {
    this.#dropped.push(what);
  }

  #isType(type: Data): boolean {
    const { name, kind } = type;
    const isNamed = typeof name === "string" && (NAME.test(name) || OWN_TYPES.has(name)) && !this.#kinds.has(name);
    const isKnown = typeof kind === "string" && (OUTPUT.has(kind) || INPUT.has(kind));
    if (!isNamed || !isKnown) this.#drop(`the type ${shown(name)}`);
    // The last of two types of one name would win, whatever the first one says.
    else this.#kinds.set(name, kind);
    return isNamed && isKnown;
  }

  #type(type: Data): Data {
    const name = String(type["name"]);
    const kind = String(type["kind"]);
    const common = { kind, name, description: text(type["description"]) };
    switch (kind) {
      case "SCALAR":
        return { ...common, specifiedByURL: text(type["specifiedByURL"] ?? type["specifiedByUrl"]) };
      case "ENUM":
        return { ...common, enumValues: this.#named(type["enumValues"], name, isEnumValue).map(deprecable) };
      case "UNION":
        return { ...common, possibleTypes: this.#references(type["possibleTypes"], "OBJECT", name) };
      case "INPUT_OBJECT":
        return { ...common, isOneOf: type["isOneOf"] === true, inputFields: this.#inputs(type["inputFields"], name) };
      default:
        return {
          ...common,
          fields: this.#named(type["fields"], name).flatMap((field) => this.#field(field, name)),
          interfaces: this.#references(type["interfaces"], "INTERFACE", name),
          ...(kind === "INTERFACE" && { possibleTypes: this.#references(type["possibleTypes"], "OBJECT", name) }),
        };
    }
  }

  #field(field: Data, owner: string): readonly Data[] {
    const at = `${owner}.${String(field["name"])}`;
    const type = this.#reference(field["type"], OUTPUT);
    const args = this.#inputs(field["args"], at);
    const required = list(field["args"]).filter((arg) => isRequired(arg));
    const isCallable = required.every((arg) => args.some(({ name }) => name === arg["name"]));
    if (type === undefined || !isCallable) {
      this.#drop(
        `the field ${at}, ${type === undefined ? "whose type is not there" : "which needs an argument that is left out"}`,
      );
      return [];
    }
    return [{ ...deprecable(field), args, type }];
  }

  #inputs(values: unknown, owner: string): readonly Data[] {
    return this.#named(values, owner).flatMap((value) => {
      const type = this.#reference(value["type"], INPUT);
      if (type === undefined) {
        this.#drop(`${owner}.${String(value["name"])}, whose type is not there`);
        return [];
      }
      return [{ ...deprecable(value), type, defaultValue: this.#default(value, owner) }];
    });
  }

  /** GraphQL's own notation, so that it has to be parsed. */
  #default(value: Data, owner: string): string | null {
    const given = value["defaultValue"];
    if (typeof given !== "string") return null;
    if (given.length <= MAX_DEFAULT && depthOf(given) <= MAX_DEFAULT_DEPTH) {
      try {
        parseConstValue(given);
        return given;
      } catch (cause) {
        // No value of GraphQL: left out, as what is too long or too deep.
        if (!(cause instanceof GraphQLError)) throw cause;
      }
    }
    this.#drop(`the default of ${owner}.${String(value["name"])}`);
    return null;
  }

  #named(values: unknown, owner: string, isName: (name: string) => boolean = (name) => NAME.test(name)): Data[] {
    const seen = new Set<string>();
    return list(values).filter((value) => {
      const { name } = value;
      const isSound = typeof name === "string" && isName(name) && !seen.has(name);
      if (isSound) seen.add(name);
      else this.#drop(`${owner}.${shown(name)}`);
      return isSound;
    });
  }

  #references(values: unknown, kind: string, owner: string): readonly Data[] {
    return list(values).flatMap(({ name }) => {
      if (typeof name === "string" && this.#kinds.get(name) === kind) return [{ kind, name, ofType: null }];
      this.#drop(`${shown(name)} of ${owner}, which is not there`);
      return [];
    });
  }

  #reference(value: unknown, kinds: ReadonlySet<string>): Data | undefined {
    const wrappers: string[] = [];
    let type = value;
    while (isData(type) && (type["kind"] === "LIST" || type["kind"] === "NON_NULL")) {
      const kind = type["kind"];
      if (wrappers.length > MAX_WRAPPERS || (kind === "NON_NULL" && wrappers.at(-1) === kind)) return undefined;
      wrappers.push(kind);
      type = type["ofType"];
    }
    const name = isData(type) ? type["name"] : undefined;
    const kind = typeof name === "string" ? this.#kinds.get(name) : undefined;
    if (kind === undefined || !kinds.has(kind)) return undefined;
    return wrappers.reduceRight<Data>((ofType, wrapper) => ({ kind: wrapper, name: null, ofType }), {
      kind,
      name,
      ofType: null,
    });
  }
}

/** Without what graphql-js would trip over: texts are texts or nothing. */
function deprecable(value: Data): Data {
  const reason = text(value["deprecationReason"]);
  const isDeprecated = value["isDeprecated"] === true;
  return {
    name: value["name"],
    description: text(value["description"]),
    isDeprecated,
    deprecationReason: isDeprecated ? (reason ?? "No longer supported") : null,
  };
}

const isEnumValue = (name: string): boolean => NAME.test(name) && !["true", "false", "null"].includes(name);

function isRequired(arg: Data): boolean {
  const { type, defaultValue } = arg;
  return isData(type) && type["kind"] === "NON_NULL" && typeof defaultValue !== "string";
}

/** Brackets inside of strings count, too: such defaults are rare, and a few more lose theirs. */
function depthOf(value: string): number {
  let depth = 0;
  let deepest = 0;
  for (const character of value) {
    if (character === "[" || character === "{") deepest = Math.max(deepest, ++depth);
    else if (character === "]" || character === "}") depth--;
  }
  return deepest;
}

function shown(name: unknown): string {
  return JSON.stringify(typeof name === "string" ? name.slice(0, 60) : (name ?? null)) ?? "?";
}

const all = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
const list = (value: unknown): Data[] => all(value).filter(isData);
export const isData = (value: unknown): value is Data =>
  typeof value === "object" && value !== null && !Array.isArray(value);
