/**
 * What reading makes and emitting takes: plain, readonly JSON that knows nothing of the document it came from, nor of
 * the TypeScript that it becomes. `toolgen openapi --dump-ir` prints it.
 */
import type { JsonSchema } from "../tool/json-schema.js";
import type {
  AuthRequirement,
  AuthScheme,
  BoundArgument,
  Effect,
  GraphqlPlan,
  HttpPlan,
  Limit,
  Server,
  ToolDefinitionBase,
} from "../tool/types.js";

export interface ToolSpec<O extends Operation = Operation> {
  /** Toolkit name; `^[a-z][a-z0-9_]{0,47}$`. */
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly source: Source;
  /** By key; `default` is what the document's own servers, or `--base-url`, gave. */
  readonly servers: Readonly<Record<string, Server>>;
  /** Origins that credentials may be sent to, sorted. */
  readonly origins: readonly string[];
  /** Only the schemes that some operation uses. */
  readonly auth: Readonly<Record<string, AuthScheme>>;
  readonly quota?: Limit | readonly Limit[];
  /** Whose limits hold, by a name that the runtime knows. */
  readonly vendor?: string;
  /** Targets of `#/$defs/<name>`; the names are legal TypeScript identifiers, unique without regard to case. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** Sorted by tool name, by code point. */
  readonly operations: readonly O[];
}

export interface Source {
  readonly kind: "openapi" | "graphql";
  /** Version of the standard that the document states; absent where it states none. */
  readonly version?: string;
  readonly title: string;
  /** Base name of the file, or the URL without user info and query: never a path of this machine. */
  readonly file: string;
  /** Of the bytes of all files read, in the order of their names; hex. */
  readonly sha256: string;
}

/** What a tool says of itself to the runtime, and to no model. */
export type ToolSettings = Pick<
  ToolDefinitionBase,
  "quota" | "rateLimit" | "cost" | "timeout" | "retries" | "maxWaitMs" | "idempotent" | "cache" | "fallback" | "locks"
>;

export interface OperationBase extends ToolSettings {
  /** `^[a-z][a-z0-9_]{0,47}$`, unique in the toolkit. */
  readonly toolName: string;
  /** Folder below `tools/`; `^[a-z0-9_]+$`. */
  readonly group: string;
  readonly title?: string;
  readonly description: string;
  readonly effect: Effect;
  readonly tags: readonly string[];
  /** Closed object; refers to `schemas` by `#/$defs/<name>`, and has no `$defs` of its own. */
  readonly input: JsonSchema;
  readonly output?: JsonSchema;
  readonly aliases?: Readonly<Record<string, string>>;
  /** Arguments that are not in `input`; their schemas refer to `schemas` as well. */
  readonly bound?: Readonly<Record<string, BoundArgument>>;
  /** Place of the operation in the source, as a URI fragment: `#/paths/~1pets/get`, `#Query.pets`, `#ListPets`. */
  readonly pointer: string;
}

export interface HttpOperation extends OperationBase {
  readonly kind: "http";
  readonly operationId: string | null;
  readonly auth: readonly AuthRequirement[];
  readonly http: HttpPlan;
}

export interface GraphqlOperation extends OperationBase {
  readonly kind: "graphql";
  readonly auth: readonly AuthRequirement[];
  readonly graphql: GraphqlPlan;
}

export type Operation = HttpOperation | GraphqlOperation;
