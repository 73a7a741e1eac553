/** Gemini: `functionDeclarations`, parts with a `functionCall`, and the parts with `functionResponse` that answer them. */
import type { Registry } from "../runtime/index.js";
import type { CallOptions } from "../runtime/options.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { GEMINI_TYPES, type GeminiSchema, type GeminiType, type GeminiTypes, geminiSchema } from "./gemini-schema.js";
import { itemsOf, type ProviderToolsOptions, providerTools } from "./tools.js";

/** Gemini API: one of `functionDeclarations`. */
export interface FunctionDeclaration<Type = GeminiType> {
  readonly name: string;
  readonly description: string;
  /** Absent: no arguments. */
  readonly parameters?: GeminiSchema<Type>;
}

/** A part of a candidate's content; those without a `functionCall` are passed over. */
export interface GeminiPart {
  readonly functionCall?: null | {
    readonly id?: string | undefined;
    readonly name?: string | undefined;
    readonly args?: Record<string, unknown> | undefined;
  };
}

/** Gemini API: a part of the next content. */
export interface FunctionResponsePart {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    /** `output` of a good call, `error` of a failed one. */
    readonly response: Record<string, unknown>;
  };
}

/** A registry for the Gemini API. */
export interface GeminiTools<Type = GeminiType> {
  readonly functionDeclarations: FunctionDeclaration<Type>[];
  readonly warnings: readonly string[];
  /** A content's parts → the parts that answer its calls, in their order. `call`: options of these calls. */
  run(parts: readonly GeminiPart[] | null | undefined, call?: CallOptions): Promise<FunctionResponsePart[]>;
}

export interface GeminiOptions<Type> extends ProviderToolsOptions {
  /** Of the package `@google/genai`, which this module does not import: its `Type`, which its own types ask for. */
  readonly Type: GeminiTypes<Type>;
}

/** All tools, or those of `only`, for the Gemini API. Throws `TypeError` where `only` names one that is not there. */
export function geminiTools<Type>(registry: Registry, options: GeminiOptions<Type>): Promise<GeminiTools<Type>>;
export function geminiTools(registry: Registry, options?: ProviderToolsOptions): Promise<GeminiTools>;
export async function geminiTools<Type>(
  registry: Registry,
  options: ProviderToolsOptions & { readonly Type?: GeminiTypes<Type> } = {},
): Promise<GeminiTools<Type | GeminiType>> {
  const { tools, warnings, answers, run } = await providerTools(registry, "gemini", options);
  const types: GeminiTypes<Type | GeminiType> = options.Type ?? GEMINI_TYPES;
  return {
    functionDeclarations: tools.map((tool) => declaration(tool, types)),
    warnings,
    async run(parts, call) {
      const made = itemsOf(parts).flatMap(({ functionCall }) => {
        const { id, name, args } = functionCall ?? {};
        return typeof name !== "string" || !answers(name)
          ? []
          : [{ ...(typeof id === "string" && { id }), name, arguments: args ?? {} }];
      });
      const results = await run(made, call);
      return made.map(({ name, id }, i) => ({
        functionResponse: {
          ...(id !== undefined && { id }),
          name,
          response: { [results[i]?.ok === false ? "error" : "output"]: results[i]?.content ?? "" },
        },
      }));
    },
  };
}

interface Convertible {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
}

export function functionDeclaration(tool: Convertible): FunctionDeclaration {
  return declaration(tool, GEMINI_TYPES);
}

/** The API refuses an object without properties: no arguments is no `parameters`. */
function declaration<Type>(
  { name, description, schema }: Convertible,
  types: GeminiTypes<Type>,
): FunctionDeclaration<Type> {
  const hasArguments = Object.keys(schema.properties ?? {}).length > 0;
  return { name, description, ...(hasArguments && { parameters: geminiSchema(schema, types) }) };
}
