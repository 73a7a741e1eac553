/** The quota of a toolkit: limits, a vendor whose limits they are, or both. */
import { LIMIT_FORM, readLimits } from "../tool/limit.js";
import { nearest } from "../tool/nearest.js";
import type { Limit } from "../tool/types.js";
import { isVendor, VENDORS } from "../tool/vendors.js";

export interface ToolkitQuota {
  /** Instead of the vendor's own limits, where both are given. */
  readonly quota?: Limit | readonly Limit[];
  /** By a name that the runtime knows. */
  readonly vendor?: string;
}

/** `100/1m`, `github`, an object as the runtime has it, or a list of these. A text says what is wrong. */
export function readToolkitQuota(value: unknown): ToolkitQuota | string {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [vendor, another] = list.filter(isVendor);
  if (another !== undefined) return `${vendor} and ${another}: a toolkit has one vendor`;
  const limits = list.filter((one) => !isVendor(one));
  const word = limits.find((one): one is string => typeof one === "string" && /^[a-z][a-z_-]*$/i.test(one));
  if (word !== undefined) return `nothing is known of ${JSON.stringify(word)}: ${meant(word)}`;
  if (limits.length === 0 && vendor !== undefined) return { vendor };
  const quota = readLimits(limits);
  return typeof quota === "string" ? quota : { quota, ...(vendor !== undefined && { vendor }) };
}

function meant(word: string): string {
  const [near] = nearest(word, VENDORS, 1);
  return near ? `did you mean ${near}?` : `it is no ${LIMIT_FORM}, and no vendor of ${[...VENDORS].sort().join(", ")}`;
}
