import type { Location } from "../document.js";

/**
 * A `$ref` that leads nowhere. It is thrown for inputs, where anything in its place would be a guess: whoever reads an
 * operation catches it and leaves that operation out. Loading has reported the reference itself.
 */
export class BrokenReference extends Error {
  readonly ref: string;
  readonly at: Location;

  constructor(ref: string, at: Location) {
    super(`$ref ${JSON.stringify(ref)} leads nowhere, or only to itself`);
    this.name = "BrokenReference";
    this.ref = ref;
    this.at = at;
  }
}
