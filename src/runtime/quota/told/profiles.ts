/**
 * What vendors say of their limits, as of the day that each was read. Limits that depend on a plan are the lowest that
 * is stated for paying or signed-in users; what an upstream says with its answers lowers them further.
 */
import type { Limit } from "../../../tool/types.js";
import type { VendorName } from "../../../tool/vendors.js";

export interface Profile {
  readonly vendor: VendorName;
  /** When the vendor's pages were read. */
  readonly checked: string;
  readonly source: string;
  /** Host names, `*.` for any subdomain. */
  readonly hosts: readonly string[];
  readonly limits: readonly Limit[];
  /** Those of its GraphQL endpoint, where they are others. */
  readonly graphql?: readonly Limit[];
  /** Whom `Retry-After` is for. Default: the whole account. */
  readonly retryAfter?: "tool";
  /** What the answers say to be left is counted in points. */
  readonly points?: true;
  /** No call may cost more of them. */
  readonly mostPoints?: number;
  /** Wait after a refusal that names no time, in milliseconds. */
  readonly floorMs?: number;
  /** `X-Shopify-Shop-Api-Call-Limit` and its like: points that come back each second. */
  readonly restorePerSecond?: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

export const PROFILES: readonly Profile[] = [
  {
    vendor: "github",
    checked: "2026-11-30",
    source: "https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api",
    hosts: ["api.github.com"],
    limits: [
      { limit: 5000, interval: HOUR },
      { limit: 900, interval: MINUTE, unit: "point", costs: { read: 1, write: 5, irreversible: 5 } },
      { limit: 80, interval: MINUTE, costs: { read: 0 } },
      { limit: 500, interval: HOUR, costs: { read: 0 } },
      { concurrency: 100 },
    ],
    graphql: [
      // By the cost of a query, which it tells where the document asks for `rateLimit`.
      { limit: 5000, interval: HOUR, unit: "point" },
      { limit: 2000, interval: MINUTE, unit: "point", costs: { read: 1, write: 5, irreversible: 5 } },
      { limit: 80, interval: MINUTE, costs: { read: 0 } },
      { limit: 500, interval: HOUR, costs: { read: 0 } },
      { concurrency: 100 },
    ],
    floorMs: MINUTE,
  },
  {
    vendor: "stripe",
    checked: "2026-11-30",
    source: "https://docs.stripe.com/rate-limits",
    hosts: ["api.stripe.com"],
    limits: [
      { limit: 100, interval: SECOND },
      { limit: 25, interval: SECOND, per: ["tool"] },
    ],
  },
  {
    vendor: "slack",
    checked: "2026-11-30",
    source: "https://docs.slack.dev/apis/web-api/rate-limits",
    hosts: ["slack.com", "*.slack.com"],
    limits: [{ limit: 20, interval: MINUTE, per: ["tool"] }],
    retryAfter: "tool",
  },
  {
    vendor: "notion",
    checked: "2026-11-30",
    source: "https://developers.notion.com/reference/request-limits",
    hosts: ["api.notion.com"],
    limits: [{ limit: 180, interval: MINUTE }],
  },
  {
    vendor: "shopify",
    checked: "2026-11-30",
    source: "https://shopify.dev/docs/api/usage/limits",
    hosts: ["*.myshopify.com"],
    // Of GraphQL. REST has 2 calls a second, which its header tells.
    limits: [{ rate: 100, burst: 2000, unit: "point" }],
    points: true,
    mostPoints: 1000,
    restorePerSecond: 2,
  },
  {
    vendor: "openai",
    checked: "2026-11-30",
    source: "https://developers.openai.com/api/docs/guides/rate-limits",
    hosts: ["api.openai.com"],
    // Tokens are told with each answer, and only there.
    limits: [{ limit: 500, interval: MINUTE, per: ["arg:model"] }],
  },
  {
    vendor: "google",
    checked: "2026-11-30",
    source: "https://developers.google.com/workspace/gmail/api/reference/quota",
    hosts: ["gmail.googleapis.com"],
    // Of a user, which is less than what a project has. To get or list is 5 units, to send 100, and the rest in between.
    limits: [{ limit: 6000, interval: MINUTE, unit: "point", costs: { read: 5, write: 100, irreversible: 100 } }],
  },
  {
    vendor: "jira",
    checked: "2026-11-30",
    source: "https://developer.atlassian.com/cloud/jira/platform/rate-limiting",
    hosts: ["*.atlassian.net", "api.atlassian.com"],
    // Points an hour, a burst for each endpoint and writes to an issue: by plan and size, so no number is stated.
    limits: [],
  },
  {
    vendor: "discord",
    checked: "2026-11-30",
    source: "https://docs.discord.com/developers/topics/rate-limits",
    hosts: ["discord.com"],
    limits: [{ limit: 50, interval: SECOND }],
    retryAfter: "tool",
  },
];
