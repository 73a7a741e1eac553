/** Vendors whose limits and headers the runtime knows. */
export type VendorName = (typeof VENDORS)[number];

export const VENDORS = [
  "github",
  "stripe",
  "slack",
  "notion",
  "shopify",
  "openai",
  "google",
  "jira",
  "discord",
] as const;

export function isVendor(name: unknown): name is VendorName {
  return VENDORS.some((vendor) => vendor === name);
}
