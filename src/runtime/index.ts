/** `toolgen/runtime`: the registry, and what a host gives it. */
export type { ApprovalRequest, Approve, PolicyOptions } from "./approve.js";
export type {
  ClientCertificate,
  ClientCredentials,
  Credential,
  CredentialProvider,
  CredentialRequest,
  StoredLogin,
} from "./auth/credentials.js";
export { environmentCredentials } from "./auth/environment.js";
export { fileLogins } from "./auth/logins/files.js";
export type { LoginStore } from "./auth/logins/store.js";
export type { Signature, SignRequest, UnsignedRequest } from "./auth/signature.js";
export { type Bind, bindsIn } from "./bound.js";
export type { DescribeOptions, ToolDescription, ToolSummary } from "./describe.js";
export { type ErrorCode, type ErrorFacts, type Issue, ToolError } from "./errors.js";
export { foldSchema } from "./fold.js";
export type { Binding } from "./http/bindings.js";
export type { FileStore, StoredFile } from "./http/files.js";
export type { RequestPreview } from "./http/shown.js";
export { type Audit, type AuditFile, type AuditRecord, auditFile } from "./observe/audit.js";
export type {
  AnswerEvent,
  AttemptEvent,
  BeginEvent,
  CallEvent,
  EndEvent,
  ProgressEvent,
} from "./observe/events.js";
export type { ToolStats } from "./observe/stats.js";
export type { Telemetry } from "./observe/telemetry.js";
export type { BatchCall, CallOptions, RegistryOptions } from "./options.js";
export { type RedisStoreOptions, redisStore } from "./quota/redis.js";
export type { SharingOptions } from "./quota/shared.js";
export type { LeaseStore } from "./quota/store.js";
export type { RegisterOptions } from "./registration.js";
export { createRegistry, type Registry } from "./registry.js";
export type { ResultError, ResultMeta, ToolFailure, ToolResult, ToolSuccess } from "./result.js";
export type { Task, TaskOptions, TaskState, Tasks } from "./tasks.js";
export type { BindProblem } from "./verify.js";
