/** Which calls share a quota: those that reach the same upstream with the same credentials. */
import type { AnyTool, Limit } from "../../tool/types.js";
import type { CredentialProvider } from "../auth/credentials.js";
import { accountOfContext } from "../call/scope.js";
import type { Clock } from "../clock.js";
import type { Registration } from "../registry/registration.js";
import { Account } from "./account.js";
import { type Limits, listOf } from "./limit.js";
import { Paused } from "./meters/pause.js";
import { Costs } from "./points/costs.js";
import { Pool } from "./pool.js";
import type { SharedQuotas } from "./shared/shared.js";
import { vendorLimits, vendorOf } from "./told/vendor.js";

export interface AccountsOptions {
  /** Takes the place of every toolkit's quota; a registration's own goes before it. Each toolkit has it for itself. */
  readonly quota?: Limits;
  /** Holds beside every quota, whatever that is. */
  readonly beside?: Limit;
  /** Whose quota a call counts for, by its `context`. Default: all calls with the same credential provider share one. */
  readonly account?: (context: unknown) => string | undefined;
  /** Where a registration has none of its own. */
  readonly credentials?: CredentialProvider;
  /** Quotas that several processes share. */
  readonly shared?: SharedQuotas;
}

export class Accounts {
  readonly #options: AccountsOptions;
  readonly #clock: Clock;
  readonly #all = new Pool<Account>((account) => account.idle);
  /** What a registration's accounts have in common in their key. */
  readonly #keys = new WeakMap<Registration, string>();
  readonly #pauses = new Pool<Paused>(({ until }) => until <= this.#clock.now());
  readonly #costs = new WeakMap<Registration, Costs>();
  readonly #providers = new WeakMap<object, number>();
  #lastProvider = 0;

  constructor(options: AccountsOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  of(registration: Registration, tool: AnyTool, context: unknown): Account {
    this.#all.tidy();
    const name = accountOfContext(registration.account ?? this.#options.account, context) ?? "";
    const upstream = upstreamOf(registration, tool);
    const key = `${this.#keyOf(registration)}${JSON.stringify(upstream)}\n${name}`;
    return this.#all.get(key, () => this.#make(registration, upstream, name));
  }

  /** The ones that hold for all tools of a toolkit together. */
  limitsOf(registration: Registration): readonly Limit[] {
    const own = registration.quota ?? this.#options.quota ?? registration.toolkit.quota;
    const limits = own === undefined ? vendorLimits(registration) : listOf(own);
    return this.#options.beside ? [...limits, this.#options.beside] : limits;
  }

  /** What is known of a registration's costs, by all of its accounts. */
  costsOf(registration: Registration): Costs {
    const costs = this.#costs.get(registration) ?? new Costs();
    this.#costs.set(registration, costs);
    return costs;
  }

  async close(): Promise<void> {
    await this.#options.shared?.close();
  }

  #make(registration: Registration, upstream: string, name: string): Account {
    const { shared } = this.#options;
    const { toolkit } = registration;
    const limits = this.limitsOf(registration);
    const common = JSON.stringify([toolkit.name, upstream, name]);
    return new Account({
      subject: `Toolkit "${toolkit.name}"`,
      limits,
      known: limits.some((limit) => limit !== this.#options.beside),
      vendor: vendorOf(registration),
      costs: this.costsOf(registration),
      paused: this.#pausedOf(registration, upstream, name),
      onPause: this.#onPause,
      clock: this.#clock,
      ...(shared && { share: (key, limit, meter, wake) => shared.join(`${common}/${key}`, limit, meter, wake) }),
    });
  }

  /** Toolkits whose credentials come from one provider are one client to an upstream; those of the environment go by toolkit. */
  #pausedOf(registration: Registration, upstream: string, name: string): Paused {
    const provider = registration.credentials ?? this.#options.credentials;
    if (!provider || !URL.canParse(upstream)) return new Paused();
    this.#pauses.tidy();
    const key = JSON.stringify([new URL(upstream).origin, this.#numberOf(provider), name]);
    return this.#pauses.get(key, () => new Paused());
  }

  readonly #onPause = (paused: Paused): void => {
    for (const account of this.#all.values()) account.heed(paused);
  };

  #keyOf(registration: Registration): string {
    let key = this.#keys.get(registration);
    if (key === undefined) {
      const { toolkit, credentials } = registration;
      const limits = this.limitsOf(registration);
      key = `${JSON.stringify([toolkit.name, this.#numberOf(credentials), limits])}\n`;
      this.#keys.set(registration, key);
    }
    return key;
  }

  #numberOf(provider: object | undefined): number {
    if (!provider) return 0;
    const known = this.#providers.get(provider);
    if (known !== undefined) return known;
    this.#lastProvider++;
    this.#providers.set(provider, this.#lastProvider);
    return this.#lastProvider;
  }
}

/** The toolkit's server, or the tool's own where that is another origin. */
function upstreamOf({ toolkit, baseUrl }: Registration, tool: AnyTool): string {
  const url = baseUrl ?? toolkit.servers?.["default"]?.url ?? "";
  const server = "http" in tool ? tool.http.server : "graphql" in tool ? tool.graphql.server : undefined;
  const own = baseUrl === undefined && server !== undefined ? toolkit.servers?.[server]?.url : undefined;
  return own === undefined || originOf(own) === originOf(url) ? url : own;
}

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : url);
