/** Logins in the keychain of the operating system, where there is one; the files say which are there. */
import { ToolError } from "../../call/errors.js";
import type { LoginStore } from "./store.js";

/** A keychain: under a name, one text. Rejects where there is none, or where it is locked. */
export interface Keychain {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Where a login was put. */
export type LoginPlace = "keychain" | "file";

export interface PlacedLogins extends LoginStore {
  /** Of what was saved last. */
  readonly place: () => LoginPlace;
}

const SERVICE = "toolgen";
/** Stands in the file of a login that is in the keychain: no keychain is opened for whoever has no login. */
const ELSEWHERE = '{"version":1,"in":"keychain"}';
/** Someone may be asked to unlock it, and may not be there. */
const PATIENCE_MS = 60_000;

/** `files` keeps what the keychain does not take: some have a limit of 2,560 bytes, and many machines have none. */
export function keychainLogins(
  files: LoginStore,
  load: () => Promise<Keychain | undefined>,
  patienceMs: number = PATIENCE_MS,
): PlacedLogins {
  let loading: Promise<Keychain | undefined> | undefined;
  let place: LoginPlace = "file";
  /** What the keychain says, in time; rejects where it says nothing, or where there is none. */
  const ask = async <T>(question: (keychain: Keychain) => Promise<T>): Promise<T> => {
    loading ??= load();
    const keychain = await loading;
    if (!keychain) throw new Error("There is no keychain.");
    return inTime(question(keychain), patienceMs);
  };
  return {
    place: () => place,
    async load(key) {
      const text = await files.load(key);
      return text === ELSEWHERE ? ask((keychain) => keychain.read(key)).catch(closed) : text;
    },
    async save(key, text) {
      const kept = await ask((keychain) => keep(keychain, key, text)).catch(() => false);
      await files.save(key, kept ? ELSEWHERE : text);
      place = kept ? "keychain" : "file";
    },
    async remove(key) {
      const there = (await files.load(key)) === ELSEWHERE;
      // What an old login left in the keychain goes, too, if that can be.
      await ask((keychain) => keychain.remove(key)).catch(there ? closed : () => undefined);
      await files.remove(key);
    },
    locked: (key, work) => files.locked(key, work),
  };
}

function closed(cause: unknown): never {
  throw new ToolError(
    "credentials_missing",
    "Not sent: the login is in the keychain, and that cannot be opened.",
    {
      hint: "Whoever runs the host has to unlock it; or sign in again with TOOLGEN_LOGINS=file, which keeps logins in files.",
    },
    { cause },
  );
}

/** Read back: some keychains cut, and some take what they do not keep. */
async function keep(keychain: Keychain, key: string, text: string): Promise<boolean> {
  await keychain.write(key, text);
  return (await keychain.read(key)) === text;
}

function inTime<T>(pending: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The keychain does not answer.")), ms);
    pending.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Through @napi-rs/keyring, an optional dependency. `undefined` where it does not load. */
export async function systemKeychain(): Promise<Keychain | undefined> {
  let keyring: typeof import("@napi-rs/keyring");
  try {
    keyring = await import("@napi-rs/keyring");
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    // Not installed, or not built for this system.
    return undefined;
  }
  // The other store of Linux, the kernel's, forgets with the session, or after three days.
  const options = { linux: { store: "secret-service" as const } };
  const entry = (name: string): InstanceType<typeof keyring.AsyncEntry> =>
    new keyring.AsyncEntry(SERVICE, name, options);
  return {
    read: async (name) => (await entry(name).getPassword()) ?? undefined,
    write: async (name, text) => entry(name).setPassword(text),
    remove: async (name) => void (await entry(name).deletePassword()),
  };
}
