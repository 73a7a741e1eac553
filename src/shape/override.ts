/** What document (`x-toolgen-*`) and config change about single tools; each setting is checked before it counts. */
import { nearest } from "../tool/nearest.js";
import type { Effect } from "../tool/types.js";
import { readWishes, type Wish } from "./bind.js";
import { type ConfiguredSettings, type Reader, runtimeReaders, shown } from "./settings.js";
import { NAME } from "./unique.js";

/** The config's word counts before the document's. */
export interface Override extends ConfiguredSettings {
  readonly name?: string;
  readonly description?: string;
  readonly effect?: Effect;
  readonly ignore?: boolean;
  /** Alias to argument. */
  readonly aliases?: Readonly<Record<string, string>>;
  readonly bind?: readonly Wish[];
}

const EFFECTS: readonly Effect[] = ["read", "write", "irreversible"];

/** A document is not the user's: what it says may hold calls back, and neither repeat, delay nor reorder them. */
const OF_USER: ReadonlySet<string> = new Set([
  "timeout",
  "retries",
  "maxWait",
  "idempotent",
  "cache",
  "fallback",
  "locks",
]);

/** Says of each setting that is not understood why. */
export function readOverride(
  given: Readonly<Record<string, unknown>>,
  by: "config" | "document",
  complain: (message: string) => void,
): Override {
  const known = Object.keys(READERS).filter((key) => by === "config" || !OF_USER.has(key));
  const written = by === "config" ? known : known.map(kebab);
  let out: Override = {};
  for (const [said, value] of Object.entries(given)) {
    const key = by === "config" ? said : camel(said);
    const read = Object.hasOwn(READERS, key) ? READERS[key] : undefined;
    if (!read) {
      const [near] = nearest(said, written, 1);
      complain(near ? `${said} is no setting: did you mean ${near}?` : `${said} is none of ${written.join(", ")}`);
      continue;
    }
    const setting = known.includes(key) ? read(value) : "a document may not set this, your config may";
    if (typeof setting === "string") complain(`${said}: ${setting}`);
    else out = { ...out, ...setting };
  }
  return out;
}

/** `idempotency-header`, as extensions are written. */
function camel(key: string): string {
  return key.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function kebab(key: string): string {
  return key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A text says what is wrong. */
const READERS: Readonly<Record<string, Reader<Override>>> = {
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
  bind: (value) => {
    const bind = isRecord(value) ? readWishes(value) : undefined;
    return bind ? { bind } : `${shown(value)} is no object of argument: constant, env:NAME or context:path`;
  },
  ...runtimeReaders,
};

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
