/** A world for commands under test: streams that are read back as text. */
import { PassThrough, Readable } from "node:stream";
import type { Environment, World } from "../../../src/cli/terminal.js";

export interface TestWorld extends World {
  readonly out: () => string;
  readonly err: () => string;
  readonly interrupt: () => void;
}

export interface Settings {
  readonly stdin?: string | Readable;
  readonly env?: Environment;
  readonly cwd?: string;
  /** Columns: makes all three streams terminals. */
  readonly columns?: number;
}

export function testWorld({ stdin = "", env = {}, cwd = process.cwd(), columns }: Settings = {}): TestWorld {
  const taken = { out: "", err: "" };
  const tty = columns === undefined ? {} : { isTTY: true, columns };
  const stream = (to: keyof typeof taken): PassThrough & { isTTY?: boolean; columns?: number } =>
    Object.assign(new PassThrough().setEncoding("utf8"), tty).on("data", (text: string) => {
      taken[to] += text;
    });
  const input = typeof stdin === "string" ? Readable.from(stdin === "" ? [] : [stdin]) : stdin;
  const controller = new AbortController();
  return {
    stdin: Object.assign(input, tty),
    stdout: stream("out"),
    stderr: stream("err"),
    env,
    cwd,
    interruption: () => controller.signal,
    out: () => taken.out,
    err: () => taken.err,
    interrupt: () => controller.abort(),
  };
}
