// Preloaded into every measured process: says at its end what it used. Worker threads are counted, child processes
// are preloaded as well and say it for themselves.
import { appendFileSync } from "node:fs";

const file = process.env.TOOLGEN_BENCH_USAGE;
if (file) {
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    appendFileSync(file, `${JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1000, rss: maxRSS / 1024 })}\n`);
  });
}
