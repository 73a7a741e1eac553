/** The catalogue of everything that can be said about an input, and the list that a run collects. A leaf: imports nothing. */

export type Severity = "error" | "warning" | "info";

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

export interface Explanation {
  readonly severity: Severity;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** Every code; one that the catalogue below does not explain does not compile. */
export type Code = "FILE_UNREADABLE";

/** `error` means that no toolkit is written. A fault of one operation is a warning: it costs that operation alone. */
export const catalogue: Readonly<Record<Code, Explanation>> = {
  FILE_UNREADABLE: {
    severity: "error",
    title: "The document cannot be read",
    cause: "The file is missing, is not readable, or is not text.",
    fix: "Check the path; use - to read from standard input.",
  },
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
