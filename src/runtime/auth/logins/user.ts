/** The store of the user at this machine. */
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { fileLogins } from "./files.js";
import { keychainLogins, type PlacedLogins, systemKeychain } from "./keychain.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface UserLogins extends PlacedLogins {
  /** Of those that are files. */
  readonly folder: string;
}

/** In the keychain where there is one, unless `TOOLGEN_LOGINS=file` says otherwise; else in files. */
export function userLogins(env: Environment): UserLogins {
  const folder = join(stateFolder(env), "logins");
  const files = fileLogins(folder);
  const placed =
    env["TOOLGEN_LOGINS"] === "file"
      ? { ...files, place: () => "file" as const }
      : keychainLogins(files, systemKeychain);
  return { ...placed, folder };
}

/** XDG Base Directory Specification; what stands for it on macOS and Windows. */
export function stateFolder(env: Environment, platform: string = process.platform): string {
  const given = env["XDG_STATE_HOME"];
  if (given && isAbsolute(given)) return join(given, "toolgen");
  const home = env["HOME"] || homedir();
  if (platform === "darwin") return join(home, "Library", "Application Support", "toolgen");
  if (platform === "win32") return join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "toolgen");
  return join(home, ".local", "state", "toolgen");
}
