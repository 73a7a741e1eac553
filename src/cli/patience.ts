/** How V8 treats commands that are over soon. */
import { setFlagsFromString } from "node:v8";

/**
 * V8 is to wait eight times as long before it optimises a function: such a run ends before most of that has paid
 * (docs/decisions/speed.md). For the whole process, so not for commands that stay.
 */
export function bePatient(): void {
  setFlagsFromString("--interrupt-budget=1000000");
}
