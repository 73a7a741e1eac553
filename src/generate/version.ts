import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

let version: string | undefined;

/** Of this package. Its package.json stands above `src` and `dist` alike. */
export function toolgenVersion(): string {
  if (version === undefined) {
    const file = join(import.meta.dirname, "../../package.json");
    const content: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
    version =
      typeof content === "object" && content !== null && "version" in content ? String(content.version) : "0.0.0";
  }
  return version;
}
