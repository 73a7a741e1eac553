/** Every flag, by the group that help shows it in. */
import type { Limit } from "../tool/types.js";
import type { VendorName } from "../tool/vendors.js";
import { choice, flag, list, type Option, text, value } from "./option.js";
import {
  type HostPort,
  parseAtATime,
  parseAuth,
  parseBound,
  parseCount,
  parseDuration,
  parseHeaderName,
  parseHostName,
  parseHostPort,
  parseHttpUrl,
  parseLimit,
  parseOrigin,
  parsePort,
  parseQuota,
  parseRedisUrl,
  parseToken,
  parseTypeField,
} from "./values.js";

export const help: Option<boolean> = flag("help", "Show this help", { short: "h" });
export const version: Option<boolean> = flag("version", "Show the version", { short: "V" });
export const color: Option<boolean> = flag("color", "Colours; default: on a terminal (also NO_COLOR, FORCE_COLOR)");
export const json: Option<boolean> = flag("json", "Print one JSON document instead of text");
export const verbose: Option<boolean> = flag("verbose", "Show every warning");

export const out: Option<string> = value("out", "dir", "Where to write; default: generated/<name>", text, {
  completes: "dir",
  short: "o",
});
export const name: Option<string> = value(
  "name",
  "name",
  "Name of the toolkit; default: from the file or the title",
  text,
);
export const include: Option<readonly string[]> = list(
  "include",
  "glob",
  "Only these: tool name, operationId or 'METHOD /path'",
  text,
);
/** The same, as GraphQL calls them. */
const includeField: Option<readonly string[]> = {
  ...include,
  summary: "Only these: tool name, Query.field, Mutation.field or operation name",
};
export const exclude: Option<readonly string[]> = list("exclude", "glob", "All but these", text);
export const tag: Option<readonly string[]> = list("tag", "tag", "Only operations with this tag", text);
export const bind: Option<readonly string[]> = list(
  "bind",
  "[tool:]arg=value",
  "Bind an argument to a constant, env:NAME or context:path",
  parseBound,
);
export const deprecated: Option<boolean> = flag("deprecated", "Deprecated operations too");
export const allowOrigin: Option<readonly string[]> = list(
  "allow-origin",
  "origin",
  "Credentials may be sent to this origin too",
  parseOrigin,
);
export const allowRefs: Option<readonly string[]> = list(
  "allow-refs",
  "origin|folder",
  "References may be read from there",
  text,
);
export const validate: Option<boolean> = flag("validate", "Ask swagger-parser too; default: up to 1 MiB");
export const packageName: Option<string> = value("package", "npm-name", "Write a package.json of this name", text);
export const check: Option<boolean> = flag("check", "Write nothing; exit 1 when the folder is stale");
export const dryRun: Option<boolean> = flag("dry-run", "Write nothing; say what would be written");
export const force: Option<boolean> = flag("force", "Overwrite files that were edited by hand");
export const dumpIr: Option<boolean> = flag("dump-ir", "Print what was read, as JSON, and write nothing");
export const configEntry: Option<string> = value(
  "config",
  "file",
  "Options for this document from a config file",
  text,
  {
    completes: "file",
    short: "c",
  },
);
export const config: Option<string> = value("config", "file", "Config file; default: toolgen.config.*", text, {
  completes: "file",
  short: "c",
});

export const baseUrl: Option<string> = value("base-url", "url", "Takes the place of every server", parseHttpUrl);
export const quota: Option<readonly (Limit | VendorName)[]> = list(
  "quota",
  "limit/interval",
  "At most so many calls, as 10/1s, or 10/1s+20 for a burst; or a vendor: github",
  parseQuota,
);
/** The same flag where calls are made: several limits hold at once. */
export const limits: Option<readonly Limit[]> = list(
  "quota",
  "limit/interval",
  "At most so many calls, as 10/1s, or 10/1s+20 for a burst",
  parseLimit,
);

export const idempotencyHeader: Option<string> = value(
  "idempotency-header",
  "name",
  "Header that takes a key for each write, as Idempotency-Key",
  parseHeaderName,
);
export const concurrency: Option<number> = value(
  "concurrency",
  "n",
  "At most so many requests at a time, beside the quota",
  parseAtATime,
);

export const endpoint: Option<string> = value(
  "endpoint",
  "url",
  "Where operations are sent; default: the URL that was asked for its schema",
  parseHttpUrl,
);
/** The same flag where there are no servers. */
const baseUrlOfEndpoint: Option<string> = {
  ...baseUrl,
  summary: "Takes the place of the endpoint, as it does for each run",
};
export const operations: Option<readonly string[]> = list(
  "operations",
  "glob",
  "Operation documents, which become the tools in place of root fields",
  text,
  { completes: "file" },
);
export const auth: Option<string> = value(
  "auth",
  "bearer|basic|header:<Name>",
  "How the credential <TOOLKIT>_TOKEN is sent",
  parseAuth,
);
export const depth: Option<number> = value(
  "depth",
  "n",
  "Levels of objects below each thing, up to 8; default: one, by id and name only",
  parseCount,
);
export const select: Option<readonly string[]> = list(
  "select",
  "Type.field",
  "Select this field wherever its type is",
  parseTypeField,
);
export const omit: Option<readonly string[]> = list("omit", "Type.field", "Never select this field", parseTypeField);
export const scalars: Option<string> = value("scalars", "file", "JSON: custom scalar to JSON Schema", text, {
  completes: "file",
});
export const chooseFields: Option<boolean> = flag("choose-fields", "Let the model choose the fields of an answer");

export const timeout: Option<number> = value("timeout", "duration", "Longest time of a call, as 30s", parseDuration);
export const retries: Option<number> = value("retries", "n", "Attempts after the first one", parseCount);
export const retryBase: Option<number> = value("retry-base", "duration", "First pause between attempts", parseDuration);
export const maxWait: Option<number> = value("max-wait", "duration", "Longest wait for a quota", parseDuration);
export const maxResult: Option<number> = value("max-result", "chars", "Cut results to this length", parseCount);
export const yes: Option<boolean> = flag("yes", "Approve irreversible calls", { short: "y" });
export const readOnly: Option<boolean> = flag("read-only", "Refuse whatever is not a read");
export const allow: Option<readonly string[]> = list("allow", "glob", "Only these tools may be called", text);
export const deny: Option<readonly string[]> = list("deny", "glob", "All tools but these may be called", text);
export const vendor: Option<string> = value(
  "vendor",
  "name",
  "Keep to the limits of this vendor, as github, or none; default: by host",
  text,
);
export const redis: Option<string> = value(
  "redis",
  "url",
  "Keep quotas together with other processes, in this Redis",
  parseRedisUrl,
);
export const idempotencyKey: Option<string> = value(
  "idempotency-key",
  "key",
  "Key of this one write, for APIs that take one",
  text,
);
export const approved: Option<string> = value(
  "approved",
  "hash",
  "Hash that approval_required gave for this call (--json)",
  text,
);
export const envFile: Option<readonly string[]> = list("env-file", "file", "Read variables from this file", text, {
  completes: "file",
});

export const trace: Option<boolean> = flag("trace", "Say what happens to calls, as JSON lines on standard error");
export const audit: Option<string> = value("audit", "file", "Append a record of each call to this file", text, {
  completes: "file",
});

export const args: Option<string> = value("args", "json|@file|-", "Arguments as JSON, from a file or stdin", text, {
  short: "a",
});
export const save: Option<string> = value("save", "file", "Write what comes back to this file", text, {
  completes: "file",
});
export const dryCall: Option<boolean> = flag("dry-run", "Print the request, secrets redacted, and send nothing");
const FORMATS = ["table", "json", "openai", "openai-strict", "anthropic", "anthropic-strict", "gemini", "mcp"];
export const format: Option<string> = choice(
  "format",
  FORMATS,
  "table, json, or what a provider takes: openai, openai-strict, anthropic, anthropic-strict, gemini, mcp",
  "format",
);
export const search: Option<string> = value("search", "words", "Only tools that have all these words", text);
export const http: Option<HostPort> = value("http", "[host:]port", "Serve HTTP there; default: stdio", parseHostPort);
export const token: Option<string> = value("token", "token", "Bearer token of clients; also TOOLGEN_TOKEN", parseToken);
export const open: Option<boolean> = flag("open", "Take requests without a bearer token");
export const allowHost: Option<readonly string[]> = list(
  "allow-host",
  "host",
  "Take requests for this host name too",
  parseHostName,
);
export const keep: Option<boolean> = flag("keep", "Keep the folder, and say where it is");

export const device: Option<boolean> = flag(
  "device",
  "Enter a code in a browser anywhere, instead of opening one here",
);
export const scope: Option<readonly string[]> = list(
  "scope",
  "scope",
  "Ask for this; default: what the tools need",
  text,
);
export const port: Option<number> = value("port", "n", "Wait for the browser at this port; default: any", parsePort);
export const browser: Option<boolean> = flag("browser", "Open a browser, or --no-browser; default: on a terminal");
export const patience: Option<number> = value(
  "timeout",
  "duration",
  "Longest wait for you; default: 5m",
  parseDuration,
);
export const revoke: Option<boolean> = flag("revoke", "Give the tokens back and forget them");

/** What shapes a toolkit; a config file takes the same names. */
export const generationOptions: readonly Option<unknown>[] = [
  out,
  name,
  include,
  exclude,
  tag,
  deprecated,
  bind,
  baseUrl,
  quota,
  idempotencyHeader,
  allowOrigin,
  allowRefs,
  validate,
  packageName,
];

/** The same for GraphQL. */
export const graphqlOptions: readonly Option<unknown>[] = [
  endpoint,
  auth,
  operations,
  ...generationOptions
    .filter((option) => option !== tag && option !== validate)
    .map((option) => (option === include ? includeField : option === baseUrl ? baseUrlOfEndpoint : option)),
  depth,
  select,
  omit,
  scalars,
  chooseFields,
];

/** How a generating command goes about it. */
export const writingOptions: readonly Option<unknown>[] = [check, dryRun, force];

/** How calls are made. */
export const callOptions: readonly Option<unknown>[] = [
  baseUrl,
  timeout,
  retries,
  retryBase,
  limits,
  vendor,
  redis,
  concurrency,
  maxWait,
  maxResult,
  bind,
  yes,
  readOnly,
  allow,
  deny,
  envFile,
  trace,
  audit,
];

/** Every command has these. */
export const globalOptions: readonly Option<unknown>[] = [color, help];
