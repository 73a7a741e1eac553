import * as nodeModule from "node:module";
import { pathToFileURL } from "node:url";
import * as hooks from "./hooks.js";

let registered = false;

/** From now on modules below these folders (real paths) load through the hooks. */
export function registerFolders(folders: readonly string[]): void {
  const roots = folders.map((folder) => `${pathToFileURL(folder).href}/`);
  // Node ≥ 22.15; the other way round trips through a second thread for every module.
  const inThread: unknown = Reflect.get(nodeModule, "registerHooks");
  if (typeof inThread === "function") {
    hooks.initialize(roots);
    if (!registered) inThread({ resolve: hooks.resolve, load: hooks.load });
  } else {
    nodeModule.register("./hooks.js", { parentURL: import.meta.url, data: roots });
  }
  registered = true;
}
