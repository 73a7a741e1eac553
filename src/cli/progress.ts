import type { Terminal } from "./terminal.js";

/** Work that ends sooner draws nothing. */
const PATIENCE_MS = 400;

export interface Progress {
  /** What is being done now. */
  stage(text: string): void;
  /** Takes the line away. */
  end(): void;
}

/** One line on a terminal that says what takes so long. Elsewhere it says nothing. */
export function createProgress({ stderr, width, paint }: Terminal): Progress {
  if (width.err === undefined) return { stage: () => undefined, end: () => undefined };
  const begun = performance.now();
  let line = "";
  let drawn = false;
  const draw = (): void => {
    drawn = true;
    stderr.write(`\r\x1b[K${paint.err.dim(`${line} …`)}`);
  };
  const timer = setTimeout(draw, PATIENCE_MS);
  return {
    stage(text) {
      line = text;
      // Stages block the timer while they compute.
      if (drawn || performance.now() - begun >= PATIENCE_MS) draw();
    },
    end() {
      clearTimeout(timer);
      if (drawn) stderr.write("\r\x1b[K");
    },
  };
}
