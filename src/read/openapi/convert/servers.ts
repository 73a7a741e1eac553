/** Swagger 2.0 `host`, `basePath` and `schemes` → OpenAPI 3.0 Server Objects. */
import { isLoopbackHost } from "../../source/address.js";
import type { JsonObject, JsonValue } from "../document.js";
import { ownList, ownText } from "../value.js";

/** `schemes`: of an operation, in place of the root's. `fetchedBy`: the scheme of the document's own URL. */
export function convertServers(
  root: JsonObject,
  schemes: readonly JsonValue[] | undefined,
  fetchedBy: string | undefined,
): readonly { readonly url: string }[] {
  // A host is no URL, yet some documents write one.
  const written = ownText(root, "host")?.trim() ?? "";
  const prefix = /^([a-z]+):\/\//i.exec(written)?.[1];
  const host = written.replace(/^[a-z]+:\/\//i, "").replace(/\/+$/, "");
  const path = basePath(ownText(root, "basePath"));
  if (host === "") return [{ url: path === "" ? "/" : path }];
  const given = (schemes ?? ownList(root, "schemes")).filter((s) => s === "https" || s === "http");
  const usual = prefix ?? fetchedBy ?? (isLoopbackHost(host.replace(/:\d+$/, "")) ? "http" : "https");
  // The order of schemes says nothing, so the safe one goes first.
  const ordered = given.length > 0 ? [...new Set(given)].sort().reverse() : [usual];
  return ordered.map((scheme) => ({ url: `${String(scheme)}://${host}${path}` }));
}

function basePath(text: string | undefined): string {
  const path = (text ?? "").trim().replace(/\/+$/, "");
  return path === "" || path.startsWith("/") ? path : `/${path}`;
}
