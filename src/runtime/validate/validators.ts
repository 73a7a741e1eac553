import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema, JsonSchemaObject } from "../../tool/json-schema.js";
import { isRecord, setOwn } from "../schema.js";
import { oneOfValues } from "./allowed.js";
import { BITS, EXACT, SchemaDocuments, TICK } from "./documents.js";
import { boundedFormats } from "./formats.js";
import { fitsFormat, floorOf } from "./integers.js";
import { Patterns } from "./patterns.js";
import { firstTwins } from "./unique.js";

/** Definitions entered in one check. Branches within branches multiply; a second of work is the end of it. */
const MAX_TICKS = 300_000;

/** The check was given up: it would have taken too long. */
export class TooComplex extends Error {}

/** Checks values against one schema. */
export interface Validator {
  /** To be awaited before strings up to this length are checked; `undefined` where nothing has to be loaded. */
  ready(longest: number): Promise<void> | undefined;
  /** The errors; `undefined` where there is none. `big`: the value holds BigInt. Throws `TooComplex`. */
  errors(value: unknown, big: boolean): readonly ErrorObject[] | undefined;
  /** The errors of one branch of a union that `errors` reported, on the account of that check. */
  branch(schema: JsonSchema, value: unknown): readonly ErrorObject[] | undefined;
  /** What a reference in the schema of an error names. */
  readonly definition: (ref: string) => JsonSchema | undefined;
  /** Patterns that the last check left out, since no engine matches them in bounded time. */
  skippedPatterns(): readonly string[];
}

/** The validators of one toolkit's tools, each compiled on first use by one ajv, which is loaded on first use as well. */
export class Validators {
  readonly #compiled = new WeakMap<object, Validator>();
  /** Shared by the calls that wait for one, so that they go on in their order. */
  readonly #compiling = new WeakMap<object, Promise<Validator>>();
  readonly #patterns = new Patterns();
  readonly #documents = new SchemaDocuments((pattern) => this.#patterns.add(pattern));
  /** Numbers that stand for a BigInt in the value that is being checked. */
  readonly #exact = new Set<number>();
  /** Lists as they were before their BigInts became numbers. */
  readonly #lists = new WeakMap<object, readonly unknown[]>();
  #ticks = 0;
  #ajv: Promise<Ajv2020> | undefined;

  /** A validator that is compiled already. */
  known(schema: JsonSchemaObject): Validator | undefined {
    return this.#compiled.get(schema);
  }

  /** Rejects where the schema is wrong. */
  compile(schema: JsonSchemaObject): Promise<Validator> {
    const compiling = this.#compiling.get(schema) ?? this.#compile(schema);
    this.#compiling.set(schema, compiling);
    return compiling;
  }

  async #compile(schema: JsonSchemaObject): Promise<Validator> {
    this.#ajv ??= this.#create();
    const ajv = await this.#ajv;
    const documents = this.#documents.split(schema);
    const definitions = documents.slice(0, -1);
    for (const { schema: definition, id } of definitions) ajv.addSchema(definition, id);
    // The ones that were reached last first: ajv goes down a chain of references by recursion.
    for (const { id } of definitions.reverse()) ajv.getSchema(id);
    const validator = this.#validator(ajv, ajv.compile(documents.at(-1)?.schema ?? true));
    this.#compiled.set(schema, validator);
    return validator;
  }

  #validator(ajv: Ajv2020, check: ValidateFunction): Validator {
    const patterns = this.#patterns;
    const run = (validate: ValidateFunction, value: unknown): readonly ErrorObject[] | undefined => {
      try {
        return validate(value) ? undefined : (validate.errors ?? []);
      } catch (cause) {
        // Definitions that refer to themselves without end.
        if (cause instanceof RangeError) throw new TooComplex("", { cause });
        throw cause;
      }
    };
    return {
      ready: (longest) => patterns.ready(longest),
      errors: (value, big) => {
        patterns.reset();
        this.#ticks = MAX_TICKS;
        // Not after the check: its branches may be looked into.
        this.#exact.clear();
        return run(check, big ? this.#numbers(value) : value);
      },
      branch: (schema, value) => run(ajv.compile(schema), value),
      definition: (ref) => ajv.schemas[ref]?.schema,
      skippedPatterns: () => [...patterns.skipped],
    };
  }

  async #create(): Promise<Ajv2020> {
    const [{ Ajv2020, _ }, { fullFormats }] = await Promise.all([
      import("ajv/dist/2020.js"),
      import("ajv-formats/dist/formats.js"),
    ]);
    const ajv = new Ajv2020({
      strict: false,
      allErrors: true,
      verbose: true,
      ownProperties: true,
      multipleOfPrecision: 6,
      inlineRefs: false,
      validateSchema: false,
      meta: false,
      logger: false,
      formats: boundedFormats(fullFormats),
      code: { regExp: this.#patterns.regExp },
    });
    const tick = (): void => {
      if (--this.#ticks < 0) throw new TooComplex();
    };
    const inexact = (value: number): boolean =>
      Number.isInteger(value) && !Number.isSafeInteger(value) && !this.#exact.has(value);
    ajv.addKeyword({
      keyword: TICK,
      before: "$ref",
      code: ({ gen }) => {
        gen.code(_`${gen.scopeValue("func", { ref: tick })}()`);
      },
    });
    ajv.addKeyword({
      keyword: EXACT,
      type: "number",
      code: (context) => context.fail(_`${context.gen.scopeValue("func", { ref: inexact })}(${context.data})`),
    });
    ajv.addKeyword({
      keyword: BITS,
      type: ["number", "string"],
      schemaType: "string",
      compile: (format: string) => (value: unknown) => fitsFormat(format, value),
    });
    for (const keyword of ["const", "enum", "uniqueItems"]) ajv.removeKeyword(keyword);
    ajv.addKeyword({ keyword: "const", compile: (value: unknown) => oneOfValues([value]) });
    ajv.addKeyword({ keyword: "enum", schemaType: "array", compile: oneOfValues });
    ajv.addKeyword({ keyword: "uniqueItems", type: "array", schemaType: "boolean", compile: this.#unique });
    return ajv;
  }

  /** Hashed: ajv's own compares each item with each. */
  readonly #unique = (wanted: boolean): ((items: readonly unknown[]) => boolean) => {
    const check = (items: readonly unknown[]): boolean => {
      const twins = wanted ? firstTwins(this.#lists.get(items) ?? items) : undefined;
      if (twins) Object.assign(check, { errors: [{ keyword: "uniqueItems", params: { twins } }] });
      return !twins;
    };
    return check;
  };

  /** ajv knows no BigInt. */
  #numbers(value: unknown): unknown {
    if (typeof value === "bigint") {
      const number = floorOf(value);
      this.#exact.add(number);
      return number;
    }
    if (Array.isArray(value)) {
      const copied = value.map((item: unknown) => this.#numbers(item));
      this.#lists.set(copied, value);
      return copied;
    }
    if (!isRecord(value)) return value;
    const copied: Record<string, unknown> = {};
    for (const key of Object.keys(value)) setOwn(copied, key, this.#numbers(value[key]));
    return copied;
  }
}
