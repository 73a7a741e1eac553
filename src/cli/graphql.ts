/** `toolgen graphql`: one schema, in files or at an endpoint → one toolkit. */
import type { Invocation } from "./command.js";
import { writeOne } from "./write-one.js";

export async function run(invocation: Invocation): Promise<number> {
  return writeOne({ kind: "graphql", schema: invocation.positionals }, invocation);
}
