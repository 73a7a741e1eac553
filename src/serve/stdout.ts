/** Standard output that belongs to a protocol. */
import { Writable } from "node:stream";

/** Of a process. */
interface Streams {
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/**
 * From now on what anyone else writes to standard output goes to standard error: tools of the user's own, and what
 * these depend on, print as they like. What the result gets goes to standard output.
 */
export function reserveStdout({ stdout, stderr }: Streams): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const reserved = new Writable({
    decodeStrings: false,
    write: (chunk, encoding, done) => void write(chunk, encoding, done),
  });
  stdout.once("error", (error) => reserved.destroy(error));
  return reserved;
}
