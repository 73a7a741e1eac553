/** Gemini: `functionDeclarations`, parts with a `functionCall`, and the parts with `functionResponse` that answer them. */
import type { Registry } from "../runtime/index.js";
import type { JsonSchemaObject } from "../tool/json-schema.js";
import { type ProviderToolsOptions, providerTools } from "./tools.js";

export interface FunctionDeclaration {
  readonly name: string;
  readonly description: string;
  /** Absent: no arguments. */
  readonly parameters?: JsonSchemaObject & Record<string, unknown>;
}

/** A part of a candidate's content; those without a `functionCall` are passed over. */
export interface GeminiPart {
  readonly functionCall?: { readonly id?: string; readonly name?: string; readonly args?: Record<string, unknown> };
}

export interface FunctionResponsePart {
  readonly functionResponse: {
    readonly id?: string;
    readonly name: string;
    /** `output` of a good call, `error` of a failed one. */
    readonly response: Record<string, unknown>;
  };
}

export interface GeminiTools {
  readonly functionDeclarations: FunctionDeclaration[];
  readonly warnings: readonly string[];
  /** A content's parts → the parts that answer its calls, in their order. */
  run(parts: readonly GeminiPart[] | undefined): Promise<FunctionResponsePart[]>;
}

export async function geminiTools(registry: Registry, options: ProviderToolsOptions = {}): Promise<GeminiTools> {
  const { tools, warnings, run } = await providerTools(registry, "gemini", options);
  return {
    functionDeclarations: tools.map(functionDeclaration),
    warnings,
    async run(parts) {
      const made = (parts ?? []).flatMap(({ functionCall: call }) =>
        call?.name === undefined
          ? []
          : [{ ...(call.id !== undefined && { id: call.id }), name: call.name, arguments: call.args ?? {} }],
      );
      const results = await run(made);
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

/** The API refuses an object without properties: no arguments is no `parameters`. */
export function functionDeclaration(tool: {
  readonly name: string;
  readonly description: string;
  readonly schema: JsonSchemaObject;
}): FunctionDeclaration {
  const hasArguments = Object.keys(tool.schema.properties ?? {}).length > 0;
  return { name: tool.name, description: tool.description, ...(hasArguments && { parameters: { ...tool.schema } }) };
}
