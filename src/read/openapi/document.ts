/** What loading gives to the readers: one OpenAPI 3.x tree, whatever version and however many files it was written in. */
import type { Place } from "../../diagnostics.js";

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** Own keys only matter: look up with `Object.hasOwn`. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Where a node stands. Cheap to make: line and column are looked up only for what is reported. */
export interface Location {
  /** Key of one of the document's files: its path relative to the root file's folder with `/`, or its URL. */
  readonly file: string;
  /** RFC 6901 pointer without `#`, `~0`/`~1` escaped: `/paths/~1pets/get`. */
  readonly pointer: string;
}

export interface Node<T extends JsonValue = JsonValue> {
  readonly value: T;
  readonly at: Location;
}

export type OpenApiVersion = "2.0" | "3.0" | "3.1" | "3.2";

export interface OpenApiDocument {
  /** What the document says it is; readers are tolerant, so use it only where the standards differ. */
  readonly version: OpenApiVersion;
  /** As written: `3.1.0`. */
  readonly versionText: string;
  /** The OpenAPI Object. A Swagger 2.0 document is converted to the shape of 3.0. */
  readonly root: Node<JsonObject>;
  /** `Source.file` of the IR. */
  readonly file: string;
  /** `Source.sha256` of the IR. */
  readonly sha256: string;
  /** Where the root file was fetched from: the base of relative servers. Absent for files. */
  readonly url?: string;
  /**
   * The target of a `$ref` that stands in the file `from.file`, one step; undefined where there is none (broken,
   * refused: reported once). Synchronous: every file has been read. Decodes percent-encoding, `~0`, `~1`.
   * Honours `$id` and `$anchor` of enclosing schemas where JSON Schema 2020-12 says so, else the whole file.
   */
  resolve(ref: string, from: Location): Node | undefined;
  /** With line and column where the source text is known. Slow; for diagnostics. */
  place(at: Location): Place;
}
