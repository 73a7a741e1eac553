/** Logins in the keychain of the operating system, where there is one; the files say which are there. */
import type { LoginStore } from "./store.js";

/** A keychain: under a name, one text. Rejects where there is none, or where it is locked. */
export interface Keychain {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const SERVICE = "toolgen";
/** Stands in the file of a login that is in the keychain: no keychain is opened for whoever has no login. */
const ELSEWHERE = '{"version":1,"in":"keychain"}';

/** `files` keeps what the keychain does not take: some have a limit of 2,560 bytes, and many machines have none. */
export function keychainLogins(files: LoginStore, load: () => Promise<Keychain | undefined>): LoginStore {
  let loading: Promise<Keychain | undefined> | undefined;
  const keychain = (): Promise<Keychain | undefined> => {
    loading ??= load();
    return loading;
  };
  return {
    async load(key) {
      const text = await files.load(key);
      return text === ELSEWHERE ? (await keychain())?.read(key) : text;
    },
    async save(key, text) {
      const kept = await keep(await keychain(), key, text);
      await files.save(key, kept ? ELSEWHERE : text);
    },
    async remove(key) {
      if ((await files.load(key)) === ELSEWHERE) await (await keychain())?.remove(key);
      await files.remove(key);
    },
    locked: (key, work) => files.locked(key, work),
  };
}

/** Read back: some keychains cut, and some take what they do not keep. */
async function keep(keychain: Keychain | undefined, key: string, text: string): Promise<boolean> {
  if (!keychain) return false;
  try {
    await keychain.write(key, text);
    return (await keychain.read(key)) === text;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    // No keychain on this machine, or not for this user: the file does.
    return false;
  }
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
  const entry = (name: string): InstanceType<typeof keyring.AsyncEntry> => new keyring.AsyncEntry(SERVICE, name);
  return {
    read: async (name) => (await entry(name).getPassword()) ?? undefined,
    write: (name, text) => entry(name).setPassword(text),
    async remove(name) {
      await entry(name).deletePassword();
    },
  };
}
