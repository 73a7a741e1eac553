/** A store of a host's own, and a login in it. */
import { type Login, loginText } from "../../../../../src/runtime/auth/logins/login.js";
import { type LoginStore, loginKey } from "../../../../../src/runtime/auth/logins/store.js";
import { Secret } from "../../../../../src/runtime/auth/secret.js";

export interface MemoryStore extends LoginStore {
  readonly texts: Map<string, string>;
  /** The next saves fail. */
  failing: number;
}

export function memoryStore(): MemoryStore {
  const texts = new Map<string, string>();
  const queues = new Map<string, Promise<unknown>>();
  return {
    texts,
    failing: 0,
    load: async (key) => texts.get(key),
    async save(key, text) {
      if (this.failing-- > 0) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
      texts.set(key, text);
    },
    remove: async (key) => void texts.delete(key),
    locked(key, work) {
      const turn = (queues.get(key) ?? Promise.resolve()).then(work, work);
      queues.set(
        key,
        turn.catch(() => undefined),
      );
      return turn;
    },
  };
}

export function aLogin(token: string, change: Partial<Login> = {}): Login {
  return {
    access: new Secret("access-token-0"),
    refresh: new Secret("refresh-token-0"),
    obtainedAt: Date.now(),
    expiresAt: Date.now() + 3_600_000,
    scopes: ["a"],
    clientId: "cli",
    server: { issuer: new URL(token).origin, token },
    ...change,
  };
}

/** Of the scheme `oauth` of the toolkit `kit`. */
export function put(store: MemoryStore, origins: readonly string[], login: Login): string {
  const key = loginKey({ toolkit: "kit", scheme: "oauth", origins });
  store.texts.set(key, loginText(login));
  return key;
}
