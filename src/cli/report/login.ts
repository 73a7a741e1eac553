/** What `toolgen login` says. Never a token. */
import type { Login } from "../../runtime/auth/logins/login.js";
import type { SignedOut } from "../../runtime/auth/sign-in/sign-out.js";
import type { Paint } from "../terminal.js";
import { printable } from "./words.js";

export function browserText(url: string, opens: boolean, { cyan, dim }: Paint): string {
  const lead = opens ? "A browser opens to sign you in. If it does not, open" : "To sign in, open";
  return `${lead}\n  ${cyan(printable(url))}\n${dim("Waiting for the browser; Ctrl-C stops.")}\n`;
}

export function codeText(
  { url, code, complete }: { readonly url: string; readonly code: string; readonly complete?: string },
  { bold, cyan, dim }: Paint,
): string {
  const also = complete === undefined ? "" : `  ${dim(`or open ${printable(complete)}`)}\n`;
  return `To sign in, open\n  ${cyan(printable(url))}\nand enter ${bold(printable(code))}\n${also}${dim("Waiting for you; Ctrl-C stops.")}\n`;
}

/** Where a login is: in the keychain, or in a file of `folder`, be it that no keychain takes it. */
export type KeptAt = { readonly keychain: true } | { readonly folder: string; readonly wanted: boolean };

export function signedInText(toolkit: string, scheme: string, login: Login, at: KeptAt, { green, dim }: Paint): string {
  const { scopes, expiresAt, refresh } = login;
  const ends =
    refresh !== undefined
      ? "it is renewed by itself"
      : expiresAt === undefined
        ? "it has no end that is known"
        : `it ends ${new Date(expiresAt).toISOString().slice(0, 16).replace("T", " ")} UTC; then sign in again`;
  const kept =
    "keychain" in at
      ? "it is in the keychain"
      : `${at.wanted ? "it is" : "no keychain takes it: it is"} in a file that only you can read, in ${at.folder}`;
  const about = [scopes.length > 0 ? `scopes: ${printable(scopes.join(" "))}` : undefined, ends, kept].filter(Boolean);
  return `${green("signed in")} to ${toolkit} (${scheme})\n  ${dim(about.join("\n  "))}\n`;
}

export function signedOutText(toolkit: string, scheme: string, outcome: SignedOut, paint: Paint): string {
  const where = `${toolkit} (${scheme})`;
  switch (outcome) {
    case "none":
      return `Nobody was signed in to ${where}\n`;
    case "revoked":
      return `${paint.green("signed out")} of ${where}; the service has taken the tokens back\n`;
    case "forgotten":
      return `${paint.green("signed out")} of ${where}; the service has no way to take tokens back, so they are forgotten here only\n`;
    default:
      return `${paint.yellow("signed out")} of ${where} here, but the service did not take the tokens back: end the session in its settings\n`;
  }
}
