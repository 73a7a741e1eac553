/**
 * The contract between generated modules and the runtime. It is frozen: a field may be added, none may change its
 * meaning, so a runtime fix never needs a regeneration. Everything here is plain, readonly data, but for `run` and `load`.
 */
import type { JsonSchema } from "./json-schema.js";

/** `read`: safe to repeat and to run side by side. `irreversible`: cannot be undone, needs a person's approval. */
export type Effect = "read" | "write" | "irreversible";

/** Where a tool comes from. */
export type Origin = HttpOrigin | GraphqlOrigin | FunctionOrigin;

/** An operation of an OpenAPI document. */
export interface HttpOrigin {
  readonly kind: "http";
  /** Upper case, as sent. */
  readonly method: string;
  /** The path template as the document writes it. */
  readonly path: string;
  readonly operationId: string | null;
}

/** A root field, or an operation that people wrote. */
export interface GraphqlOrigin {
  readonly kind: "graphql";
  readonly operation: "query" | "mutation" | "subscription";
  /** The one root field; null: an operation document with several. */
  readonly field: string | null;
  readonly operationName: string | null;
}

/** A function of a hand-written module. */
export interface FunctionOrigin {
  readonly kind: "function";
  readonly file: string;
  readonly export: string;
}

/** `{scheme: [scope…]}`: all schemes of one requirement are needed together (OpenAPI Security Requirement Object). */
export type AuthRequirement = Readonly<Record<string, readonly string[]>>;

/** OpenAPI Security Scheme Object, reduced to what sends a credential. */
export type AuthScheme = ApiKeyScheme | HttpScheme | OAuth2Scheme | OpenIdConnectScheme | MutualTlsScheme;

/** OpenAPI Security Scheme Object, `apiKey`. */
export interface ApiKeyScheme {
  readonly type: "apiKey";
  readonly in: "header" | "query" | "cookie";
  readonly name: string;
  readonly description?: string;
}

/** OpenAPI Security Scheme Object, `http` (RFC 9110, section 11). */
export interface HttpScheme {
  readonly type: "http";
  /** Lower case: `basic`, `bearer`, or another name of the IANA registry. */
  readonly scheme: string;
  readonly bearerFormat?: string;
  readonly description?: string;
}

/** OpenAPI Security Scheme Object, `oauth2`. */
export interface OAuth2Scheme {
  readonly type: "oauth2";
  readonly flows: Readonly<Partial<Record<OAuth2FlowName, OAuth2Flow>>>;
  readonly description?: string;
}

/** OpenAPI OAuth Flows Object; `deviceAuthorization` since 3.2 (RFC 8628). */
export type OAuth2FlowName =
  | "implicit"
  | "password"
  | "clientCredentials"
  | "authorizationCode"
  | "deviceAuthorization";

/** OpenAPI OAuth Flow Object. `scopes`: name to description. */
export interface OAuth2Flow {
  readonly authorizationUrl?: string;
  readonly deviceAuthorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

/** OpenAPI Security Scheme Object, `openIdConnect`. */
export interface OpenIdConnectScheme {
  readonly type: "openIdConnect";
  readonly openIdConnectUrl: string;
  readonly description?: string;
}

/** OpenAPI Security Scheme Object, `mutualTLS`: the client has a certificate. */
export interface MutualTlsScheme {
  readonly type: "mutualTLS";
  readonly description?: string;
}

/** What an upstream lets through: several limits hold at once. */
export type Limit = Quota | RateLimit | ConcurrencyLimit;

/** `limit` calls in any `interval` milliseconds. */
export interface Quota extends LimitTerms {
  readonly limit: number;
  readonly interval: number;
}

/** A token bucket: `rate` calls a second in the long run, and up to `burst` at once after a pause. */
export interface RateLimit extends LimitTerms {
  readonly rate: number;
  readonly burst: number;
}

/** At most so many at a time. */
export interface ConcurrencyLimit extends LimitTerms {
  readonly concurrency: number;
}

/** What counts against a limit, and of whom. */
export interface LimitTerms {
  /** What is counted. Default: calls. A call costs what the tool's `cost` says, or what answers have told if that is more; else one point. */
  readonly unit?: "call" | "point";
  /** What a call counts, by the tool's effect; 0: not at all. Instead of one call, or of the tool's `cost`. */
  readonly costs?: Readonly<Partial<Record<Effect, number>>>;
  /** Counted by itself for each tool, HTTP method, or value of an argument. Default: for all calls of the account together. */
  readonly per?: readonly LimitPart[];
}

/** What divides a limit: each tool, HTTP method, or value of an argument has its own. */
export type LimitPart = "tool" | "method" | `arg:${string}`;

/** OpenAPI Server Object. `url` is absolute, or relative where the document's own address is not known. */
export interface Server {
  readonly url: string;
  readonly variables?: Readonly<Record<string, ServerVariable>>;
}

/** OpenAPI Server Variable Object. */
export interface ServerVariable {
  readonly default: string;
  readonly enum?: readonly string[];
}

/** OpenAPI Parameter Object, `style`. */
export type ParameterStyle =
  | "simple"
  | "label"
  | "matrix"
  | "form"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject"
  | "cookie";

/** A plain string: the argument and the wire name are the same, and every setting has OpenAPI's default. */
export type HttpParameter = string | HttpParameterPlan;

/** OpenAPI Parameter Object: one argument, and how it is written. */
export interface HttpParameterPlan {
  readonly arg: string;
  /** Wire name; default: `arg`. */
  readonly name?: string;
  /** Default: `simple` in path and header, `form` in query and cookie. */
  readonly style?: ParameterStyle;
  /** Default: true for `form` and `cookie`, else false. */
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  /** Media type of a parameter that is described by `content`; style and explode do not apply then. */
  readonly content?: string;
  /** Some property below has another name on the wire: see `x-toolgen-wire` in the input schema. */
  readonly renamed?: boolean;
}

/** OpenAPI Encoding Object of one property of a form or multipart body. */
export interface HttpEncoding {
  /** The value is a file value (`{data, filename?, contentType?}` or `{handle}`), or a list of them. */
  readonly file?: boolean;
  /** Media type of the part; default by the kind of value, as OpenAPI says. */
  readonly contentType?: string;
  /** Fixed part headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly style?: ParameterStyle;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** A property of the body that stands flat in the arguments. A plain string: argument and wire name are the same. */
export type HttpBodyField = string | { readonly arg: string; readonly name: string };

/** OpenAPI Request Body Object: one argument as a whole, or many as the properties of an object. */
export interface HttpBody {
  /** As declared, and as sent in Content-Type. */
  readonly mediaType: string;
  /** OpenAPI Request Body Object; default false. A required body without any field given is sent as `{}`. */
  readonly required?: boolean;
  /** The argument that is the whole body; absent when `fields` stand flat. */
  readonly arg?: string;
  readonly fields?: readonly HttpBodyField[];
  /** The whole body is a file value. */
  readonly file?: boolean;
  /** By wire name of the property. */
  readonly encoding?: Readonly<Record<string, HttpEncoding>>;
  /** Some property below has another name on the wire: see `x-toolgen-wire` in the input schema. */
  readonly renamed?: boolean;
}

/** What the executor needs to send one request. Data only. */
export interface HttpPlan {
  /** Upper case, as sent. */
  readonly method: string;
  /** OpenAPI Path Templating; `{name}` is filled from the argument `name`, unless `pathParameters` says otherwise. */
  readonly path: string;
  /** Key of the toolkit's `servers`; default `default`. */
  readonly server?: string;
  /** Path parameters that differ from the default: another argument name, style or explode. */
  readonly pathParameters?: readonly HttpParameterPlan[];
  readonly query?: readonly HttpParameter[];
  readonly header?: readonly HttpParameter[];
  readonly cookie?: readonly HttpParameter[];
  /** OpenAPI 3.2 `in: querystring`: the one argument that is the whole query string. */
  readonly querystring?: { readonly arg: string; readonly content: string };
  readonly body?: HttpBody;
  /** Accept header; default `application/json`. */
  readonly accept?: string;
  /** Answers may hold properties that are not for reading: see `x-toolgen-drop` in the output schema. */
  readonly writeOnly?: boolean;
  /** Header parameter that carries an idempotency key, as the document declares it. */
  readonly idempotencyHeader?: string;
}

/** An argument that is sent as a variable. A plain string: argument and variable have the same name. */
export type GraphqlVariable = string | { readonly arg: string; readonly name: string };

/** What the executor needs to send one GraphQL operation. Data only. */
export interface GraphqlPlan {
  readonly operation: "query" | "mutation";
  /** Executable document with one operation. It is constant: what a model says goes into variables alone. */
  readonly document: string;
  readonly operationName: string;
  /** The one root field, by its own name: its value is the result's `data`. Absent: all of `data` is. */
  readonly field?: string;
  /** What the document calls that field; default: by its own name. */
  readonly alias?: string;
  /** Key of the toolkit's `servers`; default `default`, the endpoint. */
  readonly server?: string;
  readonly variables?: readonly GraphqlVariable[];
  /** Some input field below has another name on the wire: see `x-toolgen-wire` in the input schema. */
  readonly renamed?: boolean;
  /** Header by which the service takes an idempotency key. GraphQL itself has none. */
  readonly idempotencyHeader?: string;
  /** Places of files in the variables, `*` for any item: `input/files/*`. Sent by the GraphQL multipart request specification. */
  readonly uploads?: readonly string[];
  /**
   * Fields that have an alias, so that their selections can be merged: place in the result by response keys, lists left
   * out (`/nodes/length_Song`), to the field's own name.
   */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Page size of a connection: sent when neither this variable nor one of `unless` is given. */
  readonly page?: { readonly variable: string; readonly size: number; readonly unless?: readonly string[] };
  /** A model may choose the fields of the answer. */
  readonly select?: GraphqlSelect;
}

/** Which fields a model may choose, below the root field. */
export interface GraphqlSelect {
  /** The argument that holds the choice: `{ id: true, author: { login: true } }`, or `"id author { login }"`. */
  readonly arg: string;
  /** Type of the root field, a key of `types`. */
  readonly type: string;
  readonly types: Readonly<Record<string, GraphqlSelectable>>;
}

/** An object, interface or union type. Fields with required arguments are not among its fields. */
export interface GraphqlSelectable {
  /** By field: name of its type without wrappers, a key of `types`; empty: a leaf. */
  readonly fields: Readonly<Record<string, string>>;
  /** Of interfaces and unions: the object types that may stand here. */
  readonly possible?: readonly string[];
}

/** Where the value of an argument comes from that no model may give: a constant, a variable, or the call's context. */
export type BoundSource =
  | { readonly value: unknown }
  /** Name of an environment variable. */
  | { readonly env: string }
  /** Names of own properties on the way to it, with dots between: `user.tenantId`. */
  | { readonly context: string };

/** `schema`: what the value has to fit, with `$defs` of its own where it needs some. */
export type BoundArgument = BoundSource & { readonly schema: JsonSchema };

/** What tools of every kind say of themselves. */
export interface ToolDefinitionBase {
  /** Matches `^[a-z][a-z0-9_]{0,47}$`. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly effect: Effect;
  readonly tags?: readonly string[];
  /** Closed object schema of the arguments. */
  readonly input: JsonSchema;
  /** Schema of `data` in a result; absent when nothing is known of it. */
  readonly output?: JsonSchema;
  /** Other names an argument is accepted under: alias to argument. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Arguments that are put in after those of the model were validated; they are not in `input`. */
  readonly bound?: Readonly<Record<string, BoundArgument>>;
  /** Of this tool alone, besides its toolkit's. */
  readonly quota?: Limit | readonly Limit[];
  /** A token bucket of this tool alone: `rate` calls a second, `burst` at once. */
  readonly rateLimit?: RateLimit;
  /** Points that a call costs where points are counted. Default: what answers tell, else 1. */
  readonly cost?: number;
  /** Longest time of a call in milliseconds, waiting and retries included. Default: the toolkit's. */
  readonly timeout?: number;
  /** Attempts after the first one, where a repetition does no harm. Default: the toolkit's. */
  readonly retries?: number;
  /** Longest stay in a quota's queue in milliseconds. Default: the toolkit's. */
  readonly maxWaitMs?: number;
  /** A repetition has no second effect: it may be retried. Default: by effect and HTTP method. */
  readonly idempotent?: boolean;
  /** Of a read: how long its results are kept, in milliseconds. Default: the toolkit's. */
  readonly cache?: { readonly ttlMs: number; readonly staleMs?: number };
  /** Tools of the same toolkit that are tried with the same arguments where this one is not available. */
  readonly fallback?: readonly string[];
  /** What a call reads or changes, `repo:{owner}/{repo}`: in a batch, calls that share none of it need not wait for each other. */
  readonly locks?: readonly string[];
}

/** A tool that sends an HTTP request. */
export interface HttpToolDefinition extends ToolDefinitionBase {
  /** Any one requirement suffices; `[]` or absent: none needed; a `{}` among them: anonymous is allowed. */
  readonly auth?: readonly AuthRequirement[];
  readonly operationId?: string;
  readonly http: HttpPlan;
}

/** A tool that sends a GraphQL operation. */
export interface GraphqlToolDefinition extends ToolDefinitionBase {
  /** Any one requirement suffices; `[]` or absent: none needed; a `{}` among them: anonymous is allowed. */
  readonly auth?: readonly AuthRequirement[];
  readonly graphql: GraphqlPlan;
}

/** A hand-written tool. */
export interface FunctionToolDefinition<Input = never, Output = unknown> extends ToolDefinitionBase {
  /** Runs with validated arguments. What it returns is the result's `data`; what it throws becomes an error result; see `idempotent` for retries. */
  readonly run: (input: Input, context: ToolContext) => Output | Promise<Output>;
}

/** What a hand-written tool gets beside its arguments. */
export interface ToolContext {
  /** Aborted when the caller cancels or the deadline passes. */
  readonly signal: AbortSignal;
  /** What the caller passed as `context`. */
  readonly context: unknown;
  /** Tells whoever waits for the result how far the call is; costs nothing where nobody asked. Never throws. */
  readonly progress: (progress: Progress) => void;
}

/** How far a call is. What is absent is not known. */
export interface Progress {
  /** From 0 to 1; one that is lower than before counts as the one before. */
  readonly fraction?: number;
  /** For people: what is being done. */
  readonly message?: string;
  /** JSON: the piece of the result that has come since the last time. */
  readonly partial?: unknown;
}

/** A tool as data, told apart by what it has: `http`, `graphql` or `run`. */
export type ToolDefinition = HttpToolDefinition | GraphqlToolDefinition | FunctionToolDefinition;

/** A tool, with the types of its arguments and of its result's data for people. */
export type Tool<Input = never, Output = unknown> = (
  | HttpToolDefinition
  | GraphqlToolDefinition
  | FunctionToolDefinition<Input, Output>
) & {
  /** Never there at run time. */
  readonly "~types"?: { readonly input: Input; readonly output: Output };
};

/** Any tool, whatever its types. */
export type AnyTool = ToolDefinition & { readonly "~types"?: unknown };

/** What a registry must know of a tool before it is loaded. */
export interface CatalogEntry {
  readonly title?: string;
  readonly description: string;
  readonly effect: Effect;
  readonly tags?: readonly string[];
  readonly load: () => Promise<AnyTool>;
}

/** One upstream service and its tools. */
export interface Toolkit {
  /** Matches `^[a-z][a-z0-9_]{0,47}$`. */
  readonly name: string;
  readonly title?: string;
  /** By key; tools that name none use `default`. */
  readonly servers?: Readonly<Record<string, Server>>;
  /** Origins (RFC 6454) that credentials may be sent to. */
  readonly origins?: readonly string[];
  readonly auth?: Readonly<Record<string, AuthScheme>>;
  readonly quota?: Limit | readonly Limit[];
  /** Vendor whose limits and headers are known to the runtime: `github`. Default: by the host of the servers. */
  readonly vendor?: string;
  /** By tool name: tools as such, or entries that load one on first use. */
  readonly tools: Readonly<Record<string, CatalogEntry | AnyTool>>;
}
