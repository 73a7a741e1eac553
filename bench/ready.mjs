// node ready.mjs <folder of a toolkit> <file>: writes the CPU milliseconds until a registry holds it into the file.
import { writeFileSync } from "node:fs";

const before = process.cpuUsage();
const { loadToolkits } = await import("../dist/cli/loader/toolkit.js");
const { createRegistry } = await import("../dist/runtime/index.js");
const [{ toolkit }] = await loadToolkits([process.argv[2]], process.cwd());
const registry = createRegistry();
registry.register(toolkit);
const { user, system } = process.cpuUsage(before);
const result = { cpu: (user + system) / 1000, tools: Object.keys(toolkit.tools).length };
writeFileSync(process.argv[3], JSON.stringify(result));
