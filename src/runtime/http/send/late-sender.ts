/** The executor when it is wanted: half of the runtime, and a registry that is filled and listed needs none of it. */
import type { Sender, SenderOptions } from "./sender.js";

/** Loads the executor with the first request. Calls that wait for it go on in their order. */
export function createLateSender(options: SenderOptions): Sender {
  let loading: Promise<Sender> | undefined;
  const loaded = (): Promise<Sender> => {
    loading ??= import("./sender.js").then(({ createSender }) => createSender(options));
    return loading;
  };
  return {
    send: async (call) => (await loaded()).send(call),
    preview: async (call) => (await loaded()).preview(call),
    draft: async (call) => (await loaded()).draft(call),
    async close() {
      await (await loading)?.close();
    },
  };
}
