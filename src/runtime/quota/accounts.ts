/** Which calls share a quota: those that reach the same upstream with the same credentials. */
import type { Limit } from "../../tool/types.js";
import type { Clock } from "../clock.js";
import type { Registration } from "../registration.js";
import { Account } from "./account.js";
import { Costs } from "./costs.js";
import { type Limits, listOf } from "./limit.js";
import { Pool } from "./pool.js";
import type { SharedQuotas } from "./shared.js";
import { vendorOf } from "./vendor.js";

export interface AccountsOptions {
  /** Takes the place of every toolkit's quota; a registration's own goes before it. Each toolkit has it for itself. */
  readonly quota?: Limits;
  /** Holds beside every quota, whatever that is. */
  readonly beside?: Limit;
  /** Whose quota a call counts for, by its `context`. Default: all calls with the same credential provider share one. */
  readonly account?: (context: unknown) => string | undefined;
  /** Quotas that several processes share. */
  readonly shared?: SharedQuotas;
}

export class Accounts {
  readonly #options: AccountsOptions;
  readonly #clock: Clock;
  readonly #all = new Pool<Account>((account) => account.idle);
  /** What a registration's accounts have in common in their key. */
  readonly #keys = new WeakMap<Registration, string>();
  readonly #costs = new WeakMap<Registration, Costs>();
  readonly #providers = new WeakMap<object, number>();
  #lastProvider = 0;

  constructor(options: AccountsOptions, clock: Clock) {
    this.#options = options;
    this.#clock = clock;
  }

  of(registration: Registration, context: unknown): Account {
    this.#all.tidy();
    const name = (registration.account ?? this.#options.account)?.(context) ?? "";
    return this.#all.get(this.#keyOf(registration) + name, () => this.#make(registration, name));
  }

  /** The ones that hold for all tools of a toolkit together. */
  limitsOf(registration: Registration): readonly Limit[] {
    const own = registration.quota ?? this.#options.quota ?? registration.toolkit.quota;
    const limits = own === undefined ? (vendorOf(registration)?.limits ?? []) : listOf(own);
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

  #make(registration: Registration, name: string): Account {
    const { shared } = this.#options;
    const { toolkit } = registration;
    const limits = this.limitsOf(registration);
    const common = JSON.stringify([toolkit.name, upstreamOf(registration), name]);
    return new Account({
      subject: `Toolkit "${toolkit.name}"`,
      limits,
      known: limits.some((limit) => limit !== this.#options.beside),
      vendor: vendorOf(registration),
      costs: this.costsOf(registration),
      clock: this.#clock,
      ...(shared && { share: (key, limit, meter, wake) => shared.join(`${common}/${key}`, limit, meter, wake) }),
    });
  }

  #keyOf(registration: Registration): string {
    let key = this.#keys.get(registration);
    if (key === undefined) {
      const { toolkit, credentials } = registration;
      const limits = this.limitsOf(registration);
      key = `${JSON.stringify([toolkit.name, upstreamOf(registration), this.#numberOf(credentials), limits])}\n`;
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

function upstreamOf({ toolkit, baseUrl }: Registration): string {
  return baseUrl ?? toolkit.servers?.["default"]?.url ?? "";
}
