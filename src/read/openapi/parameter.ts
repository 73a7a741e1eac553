/** A Parameter Object as it was read, and what its readers share. */
import type { Code, Diagnostics } from "../../diagnostics.js";
import type { AuthRequirement, AuthScheme, ParameterStyle } from "../../tool/types.js";
import type { JsonObject, Node, OpenApiDocument } from "./document.js";

export type ParameterPlace = "path" | "query" | "querystring" | "header" | "cookie";

export interface Parameter {
  readonly name: string;
  readonly in: ParameterPlace;
  readonly required: boolean;
  /** As the document writes it. */
  readonly description?: string;
  readonly deprecated: boolean;
  /** Undefined: nothing is said, so it is text. */
  readonly schema?: Node;
  /** The object that holds `example` and `examples`. */
  readonly examples?: Node<JsonObject>;
  /** These three only where they differ from the default. */
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type of a parameter that is described by `content`. */
  readonly content?: string;
  readonly at: Node["at"];
}

/** The header that carries a key for each write, where the document is not the only one to say it. */
export interface KeyHeader {
  /** Of this operation, whatever it declares; false: none. */
  readonly own?: string | false;
  /** Where it declares none. */
  readonly otherwise?: string;
}

export interface ParameterContext {
  readonly document: OpenApiDocument;
  readonly diagnostics: Diagnostics;
  readonly auth: readonly AuthRequirement[];
  readonly scheme: (name: string) => AuthScheme | undefined;
  readonly keyHeader?: KeyHeader;
  /** Many operations share a parameter: what has been said of it, and what was read. By its object in the document. */
  readonly reported: Set<string>;
  readonly known: WeakMap<JsonObject, Parameter | "unusable">;
}

/** Once for each parameter. */
export function report(
  { document, diagnostics, reported }: ParameterContext,
  code: Code,
  message: string,
  at: Node["at"],
): void {
  const key = `${message} ${at.file}#${at.pointer}`;
  if (reported.has(key)) return;
  reported.add(key);
  diagnostics.report(code, { message, at: document.place(at) });
}
