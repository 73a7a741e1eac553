/** Secrets that are known again wherever they turn up, and in whatever encoding. */

/** Of each kind of credential, the part that must be nowhere. */
const CORE = "7f3a91c2d4e5b608";

/** A secret that bears its kind's name; `extra` stands within it. */
export const canary = (kind: string, extra = ""): string => `${kind}-${extra}${CORE}-${kind}`;

const forms: readonly string[] = [
  CORE,
  Buffer.from(CORE).toString("hex"),
  // What base64 makes of the core's middle, wherever the core begins.
  ...[0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + CORE)
      .toString("base64")
      .slice(4, -4),
  ),
];

/** Where a secret, or half of one, shows; `undefined`: nowhere. */
export function leakIn(text: string): string | undefined {
  const half = CORE.length / 2;
  const parts = Array.from({ length: half + 1 }, (_, i) => CORE.slice(i, i + half));
  for (const form of [...forms, ...parts]) {
    const at = text.indexOf(form);
    if (at >= 0) return text.slice(Math.max(0, at - 60), at + 60);
  }
  return undefined;
}
