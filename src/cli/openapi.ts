/** `toolgen openapi`: one document → one toolkit. */
import type { Invocation } from "./command.js";
import { writeOne } from "./write-one.js";

export async function run(invocation: Invocation): Promise<number> {
  const [spec = ""] = invocation.positionals;
  return writeOne({ kind: "openapi", spec }, invocation);
}
