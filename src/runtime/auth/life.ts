/** A token is renewed this long before it ends; a short-lived one after nine tenths of its life. */
const SKEW_MS = 60_000;
/** RFC 6749 leaves open how long a token without `expires_in` lives. */
const DEFAULT_LIFE_MS = 5 * 60_000;

/** How long a token is handed out, in milliseconds. */
export function lifeOf(expiresIn: number | undefined): number {
  const life = expiresIn === undefined ? DEFAULT_LIFE_MS : expiresIn * 1000;
  return Math.max(life - SKEW_MS, life * 0.9);
}
