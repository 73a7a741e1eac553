/** Where the tokens of people who signed in are kept. */
import { createHash } from "node:crypto";
import { variableName } from "../../../tool/variable.js";

/** A place for logins. A host may bring its own: a database, a vault. */
export interface LoginStore {
  /** The text saved last under this key. */
  load(key: string): Promise<string | undefined>;
  /** All or nothing: whoever loads meanwhile gets the old text or the new one. The text holds secrets. */
  save(key: string, text: string): Promise<void>;
  /** Nothing happens where there is none. */
  remove(key: string): Promise<void>;
  /** Runs `work` while nobody else, of this process or another, runs theirs for the same key. */
  locked<T>(key: string, work: () => Promise<T>): Promise<T>;
}

/** Whose login it is, and what for. */
export interface LoginOwner {
  readonly toolkit: string;
  readonly scheme: string;
  /** Where credentials of the toolkit may go. Another toolkit that bears the same name has no part in a login. */
  readonly origins: readonly string[];
}

/** The key of a login, fit for a file name: `museum_oauth-5f0c…`. */
export function loginKey({ toolkit, scheme, origins }: LoginOwner): string {
  const identity = JSON.stringify([toolkit, scheme, [...new Set(origins)].sort()]);
  const hash = createHash("sha256").update(identity).digest("hex").slice(0, 32);
  return `${variableName(toolkit, scheme).toLowerCase().slice(0, 60)}-${hash}`;
}
