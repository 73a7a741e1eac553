/** Opens a page in the user's browser, without a shell: an address is data. */
import { spawn } from "node:child_process";

/** `url` is http or https. Nothing happens where there is no browser: the address is always said, too. */
export function openBrowser(url: string, platform: string = process.platform): void {
  const [program, ...words] = commandFor(url, platform);
  const child = spawn(program, words, { stdio: "ignore", detached: true });
  child.once("error", () => undefined);
  child.unref();
}

function commandFor(url: string, platform: string): readonly [program: string, ...words: string[]] {
  if (platform === "darwin") return ["open", url];
  // `start` is a word of the shell's.
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", url];
  return ["xdg-open", url];
}
