import type { Code } from "../../diagnostics.js";

/** Why one file cannot be used: for the root file an error of this code, for a file that it refers to a warning. */
export class ReadFault extends Error {
  override readonly name = "ReadFault";
  readonly code: Code;
  readonly pointer: string | undefined;
  readonly line: number | undefined;
  readonly column: number | undefined;
  /** In place of the catalogue's. */
  readonly fix: string | undefined;

  constructor(code: Code, message: string, at: FaultPlace = {}, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.pointer = at.pointer;
    this.line = at.line;
    this.column = at.column;
    this.fix = at.fix;
  }
}

export interface FaultPlace {
  readonly pointer?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly fix?: string | undefined;
}
