/** The catalogue of everything that can be said about an input, and the list that a run collects. */
import type { Explanation, Severity } from "./diagnostics/explanation.js";
import { type GraphqlLoadingCode, graphqlLoading } from "./diagnostics/graphql-loading.js";
import { type GraphqlReadingCode, graphqlReading } from "./diagnostics/graphql-reading.js";
import { type LoadingCode, loading } from "./diagnostics/loading.js";
import { type OperationCode, operations } from "./diagnostics/operations.js";
import { type SchemaCode, schemas } from "./diagnostics/schemas.js";
import { type UpstreamCode, upstreams } from "./diagnostics/upstreams.js";
import { type WritingCode, writing } from "./diagnostics/writing.js";

export type { Explanation, Severity };

/** Where something was found. */
export interface Place {
  /** As the user named it, or relative to the document's folder. */
  readonly file: string;
  /** RFC 6901, as a URI fragment: `#/paths/~1pets/get`. Empty: the file as a whole. */
  readonly pointer: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
}

/** Every code; one that the catalogue does not explain does not compile. */
export type Code =
  | LoadingCode
  | GraphqlLoadingCode
  | GraphqlReadingCode
  | SchemaCode
  | OperationCode
  | UpstreamCode
  | WritingCode;

export const catalogue: Readonly<Record<Code, Explanation>> = {
  ...loading,
  ...graphqlLoading,
  ...graphqlReading,
  ...schemas,
  ...operations,
  ...upstreams,
  ...writing,
};

/** One finding. `--json` prints it as it is. */
export interface Diagnostic {
  readonly code: Code;
  readonly severity: Severity;
  /** What happened, in this case. */
  readonly message: string;
  readonly at?: Place;
  readonly cause: string;
  readonly fix: string;
}

export interface Finding {
  readonly message: string;
  readonly at?: Place;
  /** Instead of the catalogue's, where this case has a better one. */
  readonly fix?: string;
}

/** Collects what a run finds, in the order of finding. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  report(code: Code, finding: Finding): void {
    const { severity, cause, fix } = catalogue[code];
    this.#list.push({ code, severity, cause, fix, ...finding });
  }

  get list(): readonly Diagnostic[] {
    return this.#list;
  }

  get failed(): boolean {
    return this.#list.some((d) => d.severity === "error");
  }
}
