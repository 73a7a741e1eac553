import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";

const known = new Set<string>();

/** From now on modules below these folders (real paths) load through the hooks. */
export async function registerFolders(folders: readonly string[]): Promise<void> {
  const roots = folders.map((folder) => `${pathToFileURL(folder).href}/`).filter((root) => !known.has(root));
  if (roots.length === 0) return;
  const first = known.size === 0;
  for (const root of roots) known.add(root);
  // Node ≥ 22.15. The other way, every module makes a round trip through a second thread.
  const inThread: unknown = Reflect.get(nodeModule, "registerHooks");
  if (typeof inThread === "function") {
    const hooks = await import("./hooks.js");
    hooks.initialize(roots);
    if (first) inThread({ resolve: hooks.resolve, load: hooks.load });
  } else {
    nodeModule.register("./hooks.js", { parentURL: import.meta.url, data: roots });
  }
}
