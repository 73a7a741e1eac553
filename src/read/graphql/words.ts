/** Names of a schema, taken apart: `viewerCanUpdate`, `created_at`, `apiKEY`. */

const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** Lower case, in their order. */
export function wordsOf(name: string): readonly string[] {
  return (name.match(WORD) ?? []).map((word) => word.toLowerCase());
}

const SECRETS = new Set([
  "secret",
  "secrets",
  "password",
  "passwords",
  "passwd",
  "passphrase",
  "credential",
  "credentials",
]);
const TOKENS = new Set(["token", "tokens"]);
/** Before `key`, each makes a secret of it. */
const KEYS = new Set(["api", "private", "access", "secret", "signing", "encryption"]);
const JOINED = new Set(["apikey", "apikeys", "privatekey", "accesskey", "authtoken", "accesstoken", "refreshtoken"]);
/** Tokens of these kinds are places in a list, or a step that was done, and open nothing. */
const HARMLESS = new Set(["page", "next", "previous", "cursor", "continuation", "pagination", "sync", "change"]);
/** After `token`: something about it. */
const ABOUT = new Set(["id", "ids", "type", "name", "url", "uri", "count", "kind", "status", "label"]);

/** Whether a text of this name is likely to be a credential. By whole words: `tokenizer` and `secretary` are none. */
export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return words.some((word, i) => {
    if (SECRETS.has(word) || JOINED.has(word)) return true;
    if (TOKENS.has(word)) {
      return !ABOUT.has(words[i + 1] ?? "") && !words.slice(0, i).some((before) => HARMLESS.has(before));
    }
    return (word === "key" || word === "keys") && KEYS.has(words[i - 1] ?? "");
  });
}
