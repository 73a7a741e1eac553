import { createRegistry, defineTool, type Registry } from "../../../../src/index.js";
import type { RegistryOptions } from "../../../../src/runtime/index.js";
import type { JsonSchema, JsonSchemaObject } from "../../../../src/tool/index.js";

const closed = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchemaObject => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

/** Tools of every effect, made by hand. */
export function world(options: RegistryOptions = {}): Registry {
  const registry = createRegistry(options);
  const log: string[] = [];
  registry.register({
    name: "world",
    servers: { default: { url: "https://api.example.test" } },
    origins: ["https://api.example.test"],
    auth: { key: { type: "http", scheme: "bearer" } },
    tools: {
      get_sum: defineTool<{ a: number; b: number }, { sum: number }>({
        name: "get_sum",
        title: "Sum",
        description: "Adds two numbers.",
        effect: "read",
        input: closed({ a: { type: "integer" }, b: { type: "integer" } }, ["a", "b"]),
        output: { type: "object", properties: { sum: { type: "integer" } }, required: ["sum"] },
        run: ({ a, b }) => ({ sum: a + b }),
      }),
      get_page: defineTool<Record<string, never>, unknown>({
        name: "get_page",
        description: "Asks a service.",
        effect: "read",
        input: closed({}),
        http: { method: "GET", path: "/page" },
      }),
      get_own: defineTool<Record<string, never>, unknown>({
        name: "get_own",
        description: "Asks a service in somebody's name.",
        effect: "read",
        auth: [{ key: [] }],
        input: closed({}),
        http: { method: "GET", path: "/own" },
      }),
      list_names: defineTool<Record<string, never>, string[]>({
        name: "list_names",
        description: "Lists names.",
        effect: "read",
        input: closed({}),
        output: { type: "array", items: { type: "string" } },
        run: () => ["a", "b"],
      }),
      get_liar: defineTool<Record<string, never>, unknown>({
        name: "get_liar",
        description: "Gives another thing than it says.",
        effect: "read",
        input: closed({}),
        output: { type: "object", properties: { n: { type: "integer" } }, required: ["n"] },
        run: () => ({ n: "\u001b[31mred\u001b[0m" }),
      }),
      get_long: defineTool<Record<string, never>, unknown>({
        name: "get_long",
        description: "Gives much.",
        effect: "read",
        input: closed({}),
        run: () => Array.from({ length: 20_000 }, (_, i) => `item ${i}`),
      }),
      get_later: defineTool<Record<string, never>, unknown>({
        name: "get_later",
        description: "Takes its time.",
        effect: "read",
        input: closed({}),
        async run() {
          log.push("later");
          await new Promise((resolve) => setTimeout(resolve, 300));
          return "at last";
        },
      }),
      wait_for_it: defineTool<Record<string, never>, unknown>({
        name: "wait_for_it",
        description: "Ends when it is cancelled.",
        effect: "read",
        input: closed({}),
        run: (_, { signal }) =>
          new Promise((_resolve, reject) => {
            log.push("waiting");
            signal.addEventListener("abort", () => {
              log.push("aborted");
              reject(signal.reason);
            });
          }),
      }),
      get_log: defineTool<Record<string, never>, string[]>({
        name: "get_log",
        description: "What happened.",
        effect: "read",
        input: closed({}),
        output: { type: "array", items: { type: "string" } },
        run: () => log,
      }),
      whoami: defineTool<Record<string, never>, unknown>({
        name: "whoami",
        description: "Whose call this is.",
        effect: "read",
        input: closed({}),
        run: (_, { context }) => ({ context }),
      }),
      delete_all: defineTool<{ what: string }, unknown>({
        name: "delete_all",
        description: "Deletes it all.",
        effect: "irreversible",
        input: closed({ what: { type: "string" } }, ["what"]),
        run: ({ what }) => {
          log.push(`deleted ${what}`);
          return { deleted: what };
        },
      }),
    },
  });
  return registry;
}

/** The same, and who listens to it. */
export function counted(): { readonly registry: Registry; readonly listeners: ReadonlySet<() => void> } {
  const registry = world();
  const listeners = new Set<() => void>();
  const onChange = (listener: () => void): (() => void) => {
    const stop = registry.onChange(listener);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  };
  return { registry: { ...registry, onChange }, listeners };
}
