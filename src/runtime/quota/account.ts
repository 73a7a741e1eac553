/** What one credential may do at one upstream: its meters, and the queue in front of them. */
import type { AnyTool, Limit } from "../../tool/types.js";
import type { Call } from "../call/call.js";
import type { Clock } from "../clock.js";
import { costOf, limitsOfTool, partOf } from "./limit.js";
import { Adaptive } from "./meters/adaptive.js";
import { Bucket } from "./meters/bucket.js";
import { Concurrency } from "./meters/concurrency.js";
import type { Meter, SharedMeter } from "./meters/meter.js";
import { Observed } from "./meters/observed.js";
import { Pause, type Paused } from "./meters/pause.js";
import { Window } from "./meters/window.js";
import { type Costs, costKey } from "./points/costs.js";
import { pointsOf, pricesOf, type Share, shareOf } from "./points/price.js";
import { Trial } from "./points/trial.js";
import { Pool } from "./pool.js";
import { Lane, type Costs as Prices, Scheduler } from "./scheduler.js";
import type { Told } from "./told/told.js";
import type { Vendor } from "./told/vendor.js";

/** Where a call stands in line, and what it costs there. */
export interface Seat {
  readonly lane: Lane;
  readonly costs: Prices;
  /** Points that an answer counts which tells of none, where more than that was kept for it. */
  readonly untold?: () => number;
  readonly observed: Observed;
  readonly pauses: { readonly account: Pause; readonly tool: Pause };
}

export interface AccountOptions {
  /** `Toolkit "github"` */
  readonly subject: string;
  /** Of all tools together. */
  readonly limits: readonly Limit[];
  /** False: nobody knows the quota, whatever limits there are. */
  readonly known: boolean;
  readonly vendor: Vendor | undefined;
  readonly costs: Costs;
  /** When the account may be called again: others at the same upstream may have it in common. */
  readonly paused: Paused;
  /** That time has changed, for all of them. */
  readonly onPause: (paused: Paused) => void;
  readonly clock: Clock;
  /** Makes a limit's meter one that several processes share. Absent: this process has it for itself. */
  readonly share?: (key: string, limit: Limit, meter: SharedMeter, wake: () => void) => Meter;
}

type Asking = Pick<Call, "tool" | "args">;

export class Account {
  readonly scheduler: Scheduler;
  readonly #options: AccountOptions;
  readonly #meters: Pool<Meter>;
  readonly #lanes = new Map<string, Lane>();
  readonly #pause: Pause;
  readonly #adaptive: Adaptive;
  /** Of the tools of which one is known. */
  readonly #resources = new Map<string, string>();

  constructor(options: AccountOptions) {
    this.#options = options;
    this.scheduler = new Scheduler(options.clock);
    this.#meters = new Pool<Meter>((meter) => this.scheduler.queued === 0 && meter.idle(options.clock.now()));
    this.#pause = new Pause(options.subject, options.paused);
    this.#adaptive = new Adaptive(options.subject);
  }

  /** Nothing is under way or waits: a new one would be the same. */
  get idle(): boolean {
    const now = this.#options.clock.now();
    return (
      this.scheduler.queued === 0 && [...this.#meters.values(), this.#pause, this.#adaptive].every((m) => m.idle(now))
    );
  }

  seat({ tool, args }: Asking): Seat {
    const { limits, subject, vendor } = this.#options;
    // A lane must not outlive its meters: another one would stand for the same limit.
    if (this.#meters.tidy()) this.#forgetLanes();
    const keys: string[] = [];
    const meters: Meter[] = [];
    const shares: Share[] = [];
    const add = (key: string, limit: Limit, of: string): void => {
      const cost = costOf(limit, tool);
      if (cost === 0) return;
      keys.push(key);
      shares.push(shareOf(limit, cost, tool));
      meters.push(this.#meters.get(key, () => this.#meterOf(key, limit, of, tool)));
    };
    limitsOfTool(tool).forEach((limit, i) => {
      add(`tool/${tool.name}/${i}/${partOf(limit, { tool, args })}`, limit, `Tool "${tool.name}"`);
    });
    limits.forEach((limit, i) => {
      add(`all/${i}/${partOf(limit, { tool, args })}`, limit, subject);
    });
    const trial = shares.some((share) => typeof share !== "number") ? this.#trialOf({ tool, args }) : undefined;
    if (trial) {
      keys.push(`trial/${costKey({ tool, args })}`);
      shares.push(1);
      meters.push(trial);
    }
    const resource = this.#resources.get(tool.name) ?? "";
    const observed = this.#observedOf(resource);
    const toolPause = this.#meters.get(`pause/${tool.name}`, () => new Pause(`Tool "${tool.name}"`)) as Pause;
    keys.push(`told/${resource}`);
    meters.push(this.#pause, observed);
    shares.push(0, vendor?.points === true || "graphql" in tool ? "points" : 1);
    if (!toolPause.idle(this.#options.clock.now())) {
      keys.push(`pause/${tool.name}`);
      meters.push(toolPause);
      shares.push(0);
    }
    // Of a function nobody knows whom it calls, or whether it calls anyone.
    if (!this.#options.known && !("run" in tool)) {
      keys.push("adaptive");
      meters.push(this.#adaptive);
      shares.push(1);
    }
    const key = keys.join("\n");
    const lane = this.#lanes.get(key) ?? new Lane(meters);
    this.#lanes.set(key, lane);
    const { costs: known, share } = this.#options;
    const most = vendor?.mostPoints;
    const costs = pricesOf(shares, { tool, args }, { costs: known, trial, most, shared: share !== undefined });
    const pauses = { account: this.#pause, tool: toolPause };
    return { lane, costs, observed, pauses, ...(trial && { untold: () => pointsOf({ tool, args }, known) }) };
  }

  /** Heeds what the upstream said with an answer to a request that was sent at `from`; `done`: it was no failure. */
  learn({ tool, args }: Asking, seat: Seat, told: Told, from: number, done: boolean): void {
    const now = this.#options.clock.now();
    this.#options.costs.learn({ tool, args }, told, done);
    if (told.resource !== undefined) this.#resources.set(tool.name, told.resource);
    const observed = told.resource === undefined ? seat.observed : this.#observedOf(told.resource);
    observed.observe(told.levels, from, now);
    if (told.retryAfterMs === undefined || told.retryAfterMs <= 0) return;
    const scope = told.scope ?? this.#options.vendor?.retryAfter ?? "account";
    const pause = scope === "tool" ? seat.pauses.tool : seat.pauses.account;
    if (!pause.extend(now + told.retryAfterMs)) return;
    if (scope === "tool") this.scheduler.shut(pause, pause.until);
    else this.#options.onPause(this.#options.paused);
  }

  /** Those who cannot wait for the end of the pause that they have in common are told at once. */
  heed(paused: Paused): void {
    if (paused === this.#options.paused) this.scheduler.shut(this.#pause, paused.until);
  }

  #forgetLanes(): void {
    for (const [key, lane] of this.#lanes) if (lane.queue.size === 0) this.#lanes.delete(key);
  }

  /** Until it is known what such a call costs. */
  #trialOf(asking: Asking): Trial | undefined {
    const { costs, subject } = this.#options;
    if (!costs.isOpen(asking)) return undefined;
    return this.#meters.get(`trial/${costKey(asking)}`, () => new Trial(subject, () => costs.isOpen(asking))) as Trial;
  }

  #observedOf(resource: string): Observed {
    return this.#meters.get(`told/${resource}`, () => new Observed(this.#options.subject)) as Observed;
  }

  #meterOf(key: string, limit: Limit, subject: string, tool: AnyTool): Meter {
    const { share } = this.#options;
    const meter = this.#newMeter(limit, subject, "run" in tool, share ? 0 : undefined);
    return share ? share(key, limit, meter, this.scheduler.pump) : meter;
  }

  #newMeter(limit: Limit, subject: string, local: boolean, size: number | undefined): SharedMeter {
    if ("rate" in limit) return new Bucket(subject, limit, local, size);
    if ("concurrency" in limit) return new Concurrency(subject, size ?? limit.concurrency);
    return new Window(subject, limit, this.scheduler.pump, size);
  }
}
