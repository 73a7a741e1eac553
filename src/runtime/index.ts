/** `toolgen/runtime`: the registry, and what a host gives it. */
export type { ApprovalRequest, Approve, PolicyOptions } from "./approve.js";
export { type Bind, bindsIn } from "./arguments/bound.js";
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
export type { Task, TaskOptions, TaskState, Tasks } from "./batch/tasks.js";
export { type ErrorCode, type ErrorFacts, type Issue, ToolError } from "./call/errors.js";
export type { ResultError, ResultMeta, ToolFailure, ToolResult, ToolSuccess } from "./call/result.js";
export type { FileStore, StoredFile } from "./http/files.js";
export type { Binding } from "./http/request/bindings.js";
export type { RequestPreview } from "./http/send/shown.js";
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
export { type RedisStoreOptions, redisStore } from "./quota/shared/redis.js";
export type { SharingOptions } from "./quota/shared/shared.js";
export type { LeaseStore } from "./quota/shared/store.js";
export type { DescribeOptions, ToolDescription, ToolSummary } from "./registry/describe.js";
export { foldSchema } from "./registry/fold.js";
export type { RegisterOptions } from "./registry/registration.js";
export type { BindProblem } from "./registry/verify.js";
export { createRegistry, type Registry } from "./registry.js";
