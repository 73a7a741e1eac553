import { inspect } from "node:util";
import { REDACTED } from "./redact.js";

/** A credential that no log, trace, JSON or error shows by accident. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The one way to the value; called where the request is signed, nowhere else. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }
}

Object.defineProperty(Secret.prototype, inspect.custom, { value: () => REDACTED });
