/** What can be said of every case of one kind. */
export interface Explanation {
  readonly severity: Severity;
  readonly title: string;
  readonly cause: string;
  readonly fix: string;
}

/** `error` means that no toolkit is written. A fault of one operation is a warning: it costs that operation alone. */
export type Severity = "error" | "warning" | "info";
