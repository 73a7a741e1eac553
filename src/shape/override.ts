/** What document (`x-toolgen-*`) and config change about single tools; each setting is checked before it counts. */
import type { Effect, Quota } from "../tool/types.js";
import { readWishes, type Wish } from "./bind.js";
import { QUOTA_FORM, readQuota } from "./quota.js";
import { NAME } from "./unique.js";

/** The config's word counts before the document's. */
export interface Override {
  readonly name?: string;
  readonly description?: string;
  readonly effect?: Effect;
  readonly ignore?: boolean;
  /** Alias to argument. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly quota?: Quota;
  readonly bind?: readonly Wish[];
}

const EFFECTS: readonly Effect[] = ["read", "write", "irreversible"];

/** Says of each setting that is not understood why. */
export function readOverride(given: Readonly<Record<string, unknown>>, complain: (message: string) => void): Override {
  let out: Override = {};
  for (const [key, value] of Object.entries(given)) {
    const read = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
    if (!read) {
      complain(`${key} is none of ${Object.keys(READERS).join(", ")}`);
      continue;
    }
    const setting = read(value);
    if (typeof setting === "string") complain(`${key}: ${setting}`);
    else out = { ...out, ...setting };
  }
  return out;
}

/** A text says what is wrong. */
const READERS: Readonly<Record<string, (value: unknown) => Override | string>> = {
  name: (name) =>
    typeof name === "string" && NAME.test(name) ? { name } : `${shown(name)} does not match ${NAME.source}`,
  description: (description) =>
    typeof description === "string" && description.trim() !== "" ? { description } : `${shown(description)} is no text`,
  effect: (value) => {
    const effect = EFFECTS.find((one) => one === value);
    return effect ? { effect } : `${shown(value)} is none of ${EFFECTS.join(", ")}`;
  },
  ignore: (ignore) => (typeof ignore === "boolean" ? { ignore } : `${shown(ignore)} is not true or false`),
  aliases: (value) => {
    const entries = isRecord(value) ? Object.entries(value) : [];
    const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
    const sound = isRecord(value) && texts.length === entries.length;
    return sound ? { aliases: Object.fromEntries(texts) } : `${shown(value)} is no object of alias: argument`;
  },
  quota: (value) => {
    const quota = readQuota(value);
    return quota ? { quota } : `${shown(value)} is no ${QUOTA_FORM}`;
  },
  bind: (value) => {
    const bind = isRecord(value) ? readWishes(value) : undefined;
    return bind ? { bind } : `${shown(value)} is no object of argument: constant, env:NAME or context:path`;
  },
};

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
