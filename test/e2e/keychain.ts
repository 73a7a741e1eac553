/** A session bus and a keychain of one test (Debian packages dbus and gnome-keyring), without a screen. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const UNLOCK = `printf '%s' "$PASSWORD" | gnome-keyring-daemon --unlock --components=secrets`;
/** Answers when the keychain can be asked. */
const WAIT =
  "dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus.StartServiceByName string:org.freedesktop.secrets uint32:0";

/** Whether one can be started here. */
export const hasKeychain: boolean = process.platform === "linux" && starts();

function starts(): boolean {
  const home = mkdtempSync(join(tmpdir(), "toolgen-keychain-"));
  const env = { PATH: process.env["PATH"] ?? "", HOME: home, XDG_RUNTIME_DIR: home, PASSWORD: "probe" };
  const probe = spawnSync("dbus-run-session", ["--", "sh", "-c", `${UNLOCK}; ${WAIT}`], {
    env,
    encoding: "utf8",
    timeout: 20_000,
  });
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return probe.status === 0 && probe.stdout.includes("uint32");
}

export interface Session extends AsyncDisposable {
  /** For processes that are to find the keychain. */
  readonly env: Readonly<Record<string, string>>;
}

/** `password` unlocks the keychain, which is made where there is none; without one it stays locked, and nobody can be asked. */
export async function openSession(folder: string, password?: string): Promise<Session> {
  const start = password === undefined ? "gnome-keyring-daemon --start --components=secrets" : UNLOCK;
  const script = `(${start}; ${WAIT}) >/dev/null 2>&1; echo "$DBUS_SESSION_BUS_ADDRESS"; cat`;
  const child = spawn("dbus-run-session", ["--", "sh", "-c", script], {
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, XDG_RUNTIME_DIR: folder, PASSWORD: password ?? "" },
  });
  child.stderr.resume();
  const ended = once(child, "close");
  const [said] = (await once(child.stdout.setEncoding("utf8"), "data")) as [string];
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: said.trim() },
    async [Symbol.asyncDispose]() {
      child.stdin.end();
      await ended;
    },
  };
}
