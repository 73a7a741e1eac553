/** The command line itself is wrong: exit code 2, what is wrong, and how to get on. */
export class UsageError extends Error {
  /** What to do next; a full sentence. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.name = "UsageError";
    this.hint = hint;
  }
}

/** It ran, and the answer is no: exit code 1. The message is made for the user. */
export class CommandError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CommandError";
    this.hint = hint;
  }
}
