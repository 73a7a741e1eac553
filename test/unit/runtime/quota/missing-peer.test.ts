import { expect, it, vi } from "vitest";
import { redisStore } from "../../../../src/runtime/quota/shared/redis.js";

vi.mock("node:module", async (original) => ({
  ...(await original<typeof import("node:module")>()),
  createRequire: () => ({
    resolve: (name: string) => {
      throw Object.assign(new Error(`Cannot find module '${name}'`), { code: "MODULE_NOT_FOUND" });
    },
  }),
}));

it("a store whose package is not installed says so at once: each process would go on alone for ever", () => {
  const client = { evalSha: async () => null, eval: async () => null };
  expect(() => redisStore({ client })).toThrow(
    "redisStore needs the package rate-limiter-flexible, which is not installed. Install it: npm install rate-limiter-flexible",
  );
});
