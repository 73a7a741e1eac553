/** The onion of a registry: what a call goes through on its way to its executor, and back. */
import { environmentCredentials } from "../auth/environment.js";
import type { Clock } from "../clock.js";
import type { FileStore } from "../http/files.js";
import { createLateSender } from "../http/send/late-sender.js";
import type { Sender } from "../http/send/sender.js";
import { attempts } from "../middleware/attempts.js";
import { cache } from "../middleware/cache.js";
import { DEFAULT_TIMEOUT_MS, deadline } from "../middleware/deadline.js";
import { execute } from "../middleware/execute.js";
import { late } from "../middleware/late.js";
import { once } from "../middleware/once.js";
import { outlast } from "../middleware/outlast.js";
import { approval, permit, type Rules, rulesOf } from "../middleware/policy.js";
import { type QuotaLayer, quota } from "../middleware/quota.js";
import { retry } from "../middleware/retry.js";
import { type ValidatorsOf, validate, validatorsByToolkit } from "../middleware/validate.js";
import type { RegistryOptions } from "../options.js";
import { SharedQuotas } from "../quota/shared/shared.js";
import type { Registration } from "../registry/registration.js";
import type { Call, Next } from "./call.js";
import { compose } from "./compose.js";
import { scopes } from "./scope.js";

export interface Layers {
  readonly run: Next;
  /** As far as a call goes without being sent: `data` is the request's preview. */
  readonly show: Next;
  readonly quotas: QuotaLayer;
  readonly sender: Sender;
  readonly validatorsOf: ValidatorsOf;
  /** What may be called at all. */
  readonly rules: Rules;
  /** Refuses what a toolkit says and nobody can keep: for `register`. */
  readonly check: (registration: Registration) => void;
}

export function createLayers(options: RegistryOptions, files: FileStore, clock: Clock): Layers {
  const env = options.env ?? process.env;
  const sender = createLateSender({
    credentials: options.credentials ?? environmentCredentials(env, options.logins),
    files,
    clock,
    ...(options.fetch && { fetch: options.fetch }),
    ...(options.maxResponseBytes !== undefined && { maxResponseBytes: options.maxResponseBytes }),
  });
  const waiting = { clock, ...(options.maxWaitMs !== undefined && { maxWaitMs: options.maxWaitMs }) };
  const quotas = quota({
    ...waiting,
    ...(options.credentials && { credentials: options.credentials }),
    ...(options.maxQueue !== undefined && { maxQueue: options.maxQueue }),
    ...(options.quota && { quota: options.quota }),
    ...(options.maxConcurrent !== undefined && { beside: { concurrency: options.maxConcurrent } }),
    ...(options.account && { account: options.account }),
    ...(options.shared && { shared: new SharedQuotas(options.shared, clock) }),
  });
  const retrying = retry({
    ...waiting,
    ...(options.retries !== undefined && { retries: options.retries }),
    ...(options.retryBaseMs !== undefined && { baseMs: options.retryBaseMs }),
  });
  const rules = rulesOf(options);
  const validatorsOf = validatorsByToolkit();
  const binding = late(
    ({ tool }) => tool.bound !== undefined,
    async () => (await import("../middleware/bind.js")).bind(env, validatorsOf),
  );
  const choosing = late(isGraphql, async () => (await import("../middleware/choose.js")).choose);
  const pruning = late(isGraphql, async () => (await import("../middleware/prune.js")).prune({ clock }));
  // Outermost first. Bad input costs no approval, no quota and no look at a credential.
  const judge = [validate({ coerce: options.coerce ?? true }, validatorsOf), binding, choosing, permit(rules.rule)];
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const limit = deadline(timeoutMs, clock);
  const scope = scopes(options.account);
  const keep = [
    once(scope, timeoutMs, clock),
    approval(options.approve, (call) => sender.draft(call), scope),
    cache(options.cache, scope, timeoutMs, clock),
  ];
  const run = compose([...judge, ...keep, limit, outlast(clock), retrying, pruning, quotas, attempts], execute(sender));
  const show = compose(judge, async (call) => ({ data: await sender.preview(call) }));
  const check = (registration: Registration): void => {
    quotas.check(registration);
    rules.check(registration);
  };
  return { run, show, quotas, sender, validatorsOf, rules, check };
}

const isGraphql = ({ tool }: Call): boolean => "graphql" in tool;
