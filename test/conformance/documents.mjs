// The documents that are judged, and where they come from. The corpus is a folder beside the project (TOOLGEN_CORPUS).
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const here = import.meta.dirname;
const root = join(here, "../..");
const corpus = process.env.TOOLGEN_CORPUS ?? join(root, "../shared/corpus");
const cache = join(here, ".cache");

const NAMES = {
  museum: join(root, "specs/museum.yaml"),
  galaxy: join(root, "specs/galaxy.yaml"),
  adyen: join(corpus, "openapi/adyen-management-v3.json"),
  box: join(corpus, "openapi/box.json"),
  discord: join(corpus, "openapi/discord.json"),
  stripe: join(corpus, "openapi/stripe.json"),
  superset: join(corpus, "openapi/superset.json"),
  appcenter: join(corpus, "openapi/appcenter.json"),
  "google-storage": join(corpus, "openapi/google-storage.json"),
  github: join(cache, "github.json"),
};

/** GitHub's document, out of the npm package that publishes it; kept in the cache folder. */
function fetchGithub(file) {
  mkdirSync(cache, { recursive: true });
  const packed = execFileSync("npm", ["pack", "@octokit/openapi@23.0.2", "--silent"], {
    cwd: cache,
    encoding: "utf8",
  }).trim();
  execFileSync("tar", ["-xzf", packed, "package/generated/api.github.com.json"], { cwd: cache });
  renameSync(join(cache, "package/generated/api.github.com.json"), file);
  rmSync(join(cache, packed), { force: true });
  rmSync(join(cache, "package"), { recursive: true, force: true });
}

/**
 * @param {string[]} only names; empty: all but GitHub, which has to be asked for or comes with `all`
 * @param {boolean} all
 */
export function documents(only, all) {
  const wanted = only.length ? only : Object.keys(NAMES).filter((n) => all || n !== "github");
  const unknown = wanted.filter((n) => !Object.hasOwn(NAMES, n));
  if (unknown.length)
    throw new Error(`no document is called ${unknown.join(", ")}; there are ${Object.keys(NAMES).join(", ")}`);
  if (wanted.includes("github") && !existsSync(NAMES.github)) fetchGithub(NAMES.github);
  const found = wanted.filter((n) => existsSync(NAMES[n]));
  return {
    found: found.map((name) => ({ name, file: NAMES[name] })),
    missing: wanted.filter((n) => !found.includes(n)),
  };
}

export const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"]);

export function readDocument(file) {
  const text = readFileSync(file, "utf8");
  return file.endsWith(".json") ? JSON.parse(text) : parse(text);
}

/** Counted here, not by what is judged. */
export const operationsIn = ({ paths }) =>
  Object.values(paths).flatMap((item) => Object.keys(item).filter((key) => METHODS.has(key))).length;
