/** What reading a GraphQL source makes and `shape` takes. Operations are listed at once, and read when they are wanted. */
import type { Place } from "../../diagnostics.js";
import type { Source } from "../../ir/types.js";
import type { JsonSchema } from "../../tool/json-schema.js";
import type { GraphqlPlan } from "../../tool/types.js";

/** What shapes documents and schemas. */
export interface ReadGraphqlOptions {
  /** Levels of nested objects in a selection; default: entity leaves and identities of what they refer to. */
  readonly depth?: number;
  /** `Type.field`: selected wherever its type is. */
  readonly select?: readonly string[];
  /** `Type.field`: never selected. */
  readonly omit?: readonly string[];
  /** Custom scalar to JSON Schema. */
  readonly scalars?: Readonly<Record<string, JsonSchema>>;
  /** The model may choose fields: tools get `select`. */
  readonly chooseFields?: boolean;
}

/** A root field, or an operation of an operation document. */
export interface GraphqlCandidate {
  readonly operation: "query" | "mutation";
  /** The one root field; null: a document's operation with several. */
  readonly field: string | null;
  /** Every root field that is selected, by its own name: what it does is told by them. */
  readonly fields: readonly string[];
  /** The one root field's type is a list or a connection. */
  readonly many: boolean;
  /** Of an operation document; null: the tool is a root field. */
  readonly operationName: string | null;
  /** `Query.pets`, `Mutation.addPet`, or the operation's name: what `--include` and `--exclude` match. */
  readonly label: string;
  /** As the source writes it, uncleaned. */
  readonly description?: string;
  readonly deprecated: boolean;
  readonly at?: Place;
}

/** One operation, read. */
export interface GraphqlDetail {
  /** Closed object; refers to the draft's schemas by `#/$defs/<name>`. */
  readonly input: JsonSchema;
  /** Of the result's `data`: what `graphql.field` holds, aliases named back. */
  readonly output?: JsonSchema;
  readonly graphql: GraphqlPlan;
}

export interface GraphqlDraft {
  readonly source: Source;
  /** Cleaned. */
  readonly title: string;
  readonly description?: string;
  readonly operations: readonly GraphqlCandidate[];
  /** Undefined: nothing valid can be made of it; that is reported. */
  read(operation: GraphqlCandidate): GraphqlDetail | undefined;
  /** What these refer to, by name: legal TypeScript identifiers, unique without regard to case. */
  schemas(of: Iterable<JsonSchema>): Readonly<Record<string, JsonSchema>>;
}
