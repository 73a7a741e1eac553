/** Takes credentials out of text and JSON, by value and in their encodings. */
export interface Redactor {
  /** Learns a secret. */
  add(secret: string): void;
  text(value: string): string;
  /** A copy without the secrets; the same value where there is none. */
  value<T>(value: T): T;
}
