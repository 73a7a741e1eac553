/** Which vendor's profile holds for a toolkit: the one that it names, else the one that its hosts belong to. */
import type { Limit } from "../../../tool/types.js";
import type { Registration } from "../../registry/registration.js";
import { PROFILES, type Profile } from "./profiles.js";

export type Vendor = Profile;

const known = new WeakMap<Registration, Vendor | null>();

export function vendorOf(registration: Registration): Vendor | undefined {
  let vendor = known.get(registration);
  if (vendor === undefined) {
    vendor = find(registration) ?? null;
    known.set(registration, vendor);
  }
  return vendor ?? undefined;
}

/** What holds for a toolkit where nobody says otherwise. */
export function vendorLimits(registration: Registration): readonly Limit[] {
  const vendor = vendorOf(registration);
  if (!vendor) return [];
  const { toolkit, baseUrl } = registration;
  const url = baseUrl ?? toolkit.servers?.["default"]?.url ?? "";
  return /\/graphql\/?$/.test(url) ? (vendor.graphql ?? vendor.limits) : vendor.limits;
}

function find({ toolkit, baseUrl, vendor }: Registration): Vendor | undefined {
  const named = vendor ?? toolkit.vendor;
  if (named === false) return undefined;
  if (named !== undefined) return PROFILES.find((profile) => profile.vendor === named);
  const url = baseUrl ?? toolkit.servers?.["default"]?.url ?? "";
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return PROFILES.find(({ hosts }) => hosts.some((host) => fits(hostname, host)));
}

function fits(hostname: string, pattern: string): boolean {
  return pattern.startsWith("*.") ? hostname.endsWith(pattern.slice(1)) : hostname === pattern;
}
