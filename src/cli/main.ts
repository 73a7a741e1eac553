#!/usr/bin/env node
/** The process around the program: streams, signals, exit. */
import { Console } from "node:console";
import { main } from "./program.js";

const INTERRUPTED = 130;

let graceful: AbortController | undefined;
/** Of a command that a signal has ended. */
let interrupted: number | undefined;

/** Only where a command wants it: a handler cannot end a process that is busy computing, the default does. */
function interruption(ends: "early" | "as usual" = "early"): AbortSignal {
  interrupted = ends === "early" ? INTERRUPTED : undefined;
  if (graceful) return graceful.signal;
  const controller = new AbortController();
  graceful = controller;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (controller.signal.aborted) process.exit(INTERRUPTED);
      controller.abort();
    });
  }
  return controller.signal;
}

for (const stream of [process.stdout, process.stderr]) {
  // A reader that leaves (`toolgen list … | head`) is no failure.
  stream.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
}

// What a hand-written tool logs must not come between results.
globalThis.console = new Console(process.stderr, process.stderr);

const code = await main(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  interruption,
});
process.exitCode = graceful?.signal.aborted ? (interrupted ?? code) : code;
// Sockets kept alive, and a standard input nobody closes, would hold the process.
for (const stream of [process.stdout, process.stderr]) {
  await new Promise<void>((resolve) => stream.write("", () => resolve()));
}
process.exit();
