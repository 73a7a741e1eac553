/** What loading a GraphQL source gives to the reader, whatever it was written in. */
import type { GraphQLSchema } from "graphql";
import type { Source } from "../../ir/types.js";

export interface LoadedGraphql {
  /**
   * Without the parts that are no public API: `join__*` and `link__*` types, `@inaccessible` elements, `_service`,
   * `_entities`. Every name in it matches the Name grammar. A schema of slightly invalid SDL is loaded as it is, so
   * validate documents with rules, and do not assert that the schema is valid.
   */
  readonly schema: GraphQLSchema;
  readonly source: Source;
  /** Cleaned; empty: the source has none. */
  readonly title: string;
  /** Of the schema, uncleaned. */
  readonly description?: string;
  /** The address that was introspected. */
  readonly endpoint?: string;
  /** Executable documents of `--operations`; absent: root fields become tools. */
  readonly documents?: readonly OperationFile[];
}

/** One executable document, as its file holds it. */
export interface OperationFile {
  /** As the user may find it: relative, with `/`. */
  readonly file: string;
  readonly text: string;
  /** An `#import` alone names it: its fragments count, its operations are no tools. */
  readonly imported: boolean;
}
