// Who is measured, and how each is started: as its command line tells its users to.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const MODULES = join(HERE, "node_modules");

const bin = (name, key = name) => {
  const folder = join(MODULES, name);
  const { bin: bins } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return join(folder, typeof bins === "string" ? bins : bins[key]);
};

export const TOOLGEN = join(HERE, "../dist/cli/main.js");

export const installed = () => existsSync(join(MODULES, "oazapfts"));

/** `types`: what it writes has types for people; the others write one untyped file. */
export const PEERS = [
  {
    name: "openapi-mcp-generator",
    types: false,
    argv: (file, out) => [
      bin("openapi-mcp-generator"),
      ...["--input", file, "--output", out, "--base-url", "https://api.example.com", "--force"],
    ],
  },
  { name: "oazapfts", types: true, argv: (file, out) => [bin("oazapfts"), file, join(out, "api.ts")] },
  {
    name: "@hey-api/openapi-ts",
    types: true,
    argv: (file, out) => [
      bin("@hey-api/openapi-ts", "openapi-ts"),
      ...["--input", file, "--output", out, "--no-log-file", "--silent"],
    ],
  },
  {
    name: "openapi-typescript",
    types: true,
    argv: (file, out) => [bin("openapi-typescript"), file, "--output", join(out, "api.d.ts")],
  },
];

export const toolgen = (file, out, name) => [TOOLGEN, "openapi", file, "--out", out, "--name", name];
