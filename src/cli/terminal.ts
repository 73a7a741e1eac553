/** The world of a command: where results go, where everything else goes, and what may be drawn there. */
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import pc from "picocolors";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Marks text; gives it back as it is where there are no colours. */
export type Paint = Pick<ReturnType<typeof pc.createColors>, "bold" | "dim" | "red" | "green" | "yellow" | "cyan">;

type Input = Readable & { readonly isTTY?: boolean };
type Output = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** What a process, or a test, gives. */
export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Environment;
  readonly cwd: string;
  /**
   * From now on Ctrl-C aborts this signal, the first time, instead of ending the process. `as usual`: that is how the
   * command ends, and no failure.
   */
  readonly interruption: (ends?: "early" | "as usual") => AbortSignal;
}

export interface Terminal extends World {
  /** For results on stdout and for reports on stderr. */
  readonly paint: { readonly out: Paint; readonly err: Paint };
  /** Columns to fit into; absent where the output is no terminal. */
  readonly width: { readonly out: number | undefined; readonly err: number | undefined };
  /** Someone sits there and can be asked. */
  readonly interactive: boolean;
  /** How the program is called here: `toolgen`, or `npx toolgen`. */
  readonly program: string;
  /** A result; waits until the reader has taken it. */
  print(text: string): Promise<void>;
  /** Anything else. */
  say(text: string): void;
}

/** `colors`: the `--color` flag, absent where it was not given. */
export function createTerminal(world: World, colors?: boolean): Terminal {
  const { stdin, stdout, stderr, env } = world;
  return {
    ...world,
    paint: {
      out: pc.createColors(colors ?? wantsColor(stdout, env)),
      err: pc.createColors(colors ?? wantsColor(stderr, env)),
    },
    width: { out: columns(stdout), err: columns(stderr) },
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    program: env["npm_command"] === "exec" ? "npx toolgen" : "toolgen",
    async print(text) {
      if (!stdout.write(text)) await once(stdout, "drain");
    },
    say(text) {
      stderr.write(text);
    },
  };
}

/** Someone who sits there would see nothing happen. */
export function announceInput({ stdin, paint, say }: Terminal, what: string): void {
  if (stdin.isTTY === true) say(`${paint.err.dim(`Reading ${what} from standard input; Ctrl-D ends it.`)}\n`);
}

// https://no-color.org: any value but an empty one. FORCE_COLOR=0 is how Node says no.
function wantsColor(stream: Output, env: Environment): boolean {
  if (env["NO_COLOR"]) return false;
  const forced = env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && env["TERM"] !== "dumb";
}

function columns(stream: Output): number | undefined {
  return stream.isTTY === true ? Math.max(40, stream.columns ?? 80) : undefined;
}
