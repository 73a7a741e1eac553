// Compiles the examples against the SDKs themselves, and runs them: npm ci --prefix test/providers; npm run providers
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";

const HERE = import.meta.dirname;
const ROOT = join(HERE, "../..");
const BIN = join(ROOT, "node_modules/.bin");

if (!existsSync(join(HERE, "node_modules/openai"))) {
  process.stderr.write("providers: the SDKs are missing; they come with: npm ci --prefix test/providers\n");
  process.exit(2);
}
if (!existsSync(join(HERE, "node_modules/node/bin/node"))) {
  process.stderr.write(
    "providers: the newer Node is missing, which scripts install: npm rebuild --prefix test/providers node\n",
  );
  process.exit(2);
}
if (!existsSync(join(ROOT, "dist/providers/index.js"))) {
  process.stderr.write("providers: build first: npm run build\n");
  process.exit(2);
}
// As in a project that has installed toolgen and the SDKs.
const installed = join(HERE, "node_modules/toolgen");
rmSync(installed, { force: true });
symlinkSync(ROOT, installed, "dir");
const examples = join(HERE, "examples");
rmSync(examples, { recursive: true, force: true });
cpSync(join(ROOT, "examples"), examples, { recursive: true });

const given = process.argv.slice(2);
for (const [command, ...args] of [
  ["tsc", "--project", HERE],
  ["vitest", "run", "--root", HERE, ...given],
]) {
  const { status } = spawnSync(join(BIN, command), args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}
