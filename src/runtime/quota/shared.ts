import type { Limit } from "../../tool/types.js";
import type { SharedMeter } from "./meter.js";

/** Quotas that several processes keep together. */
export interface SharedQuotas {
  /** From now on the meter has as much of the limit as this process holds. `wake`: it has more than before. */
  join(key: string, limit: Limit, meter: SharedMeter, wake: () => void): void;
  /** Gives back what is held. */
  close(): Promise<void>;
}
