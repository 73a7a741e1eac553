import { describe, expect, it } from "vitest";
import { openRedis, type Packages } from "../../../src/cli/redis.js";
import * as runtime from "../../../src/runtime/index.js";

const missing = async (): Promise<never> => {
  throw Object.assign(new Error("Cannot find package"), { code: "ERR_MODULE_NOT_FOUND" });
};
const connects = async () => async (url: string) => ({ client: { evalSha: url }, close: async () => {} });
const limiter = async (): Promise<object> => ({});

describe("packages that the user has not installed", () => {
  it.each<[string, Packages]>([
    ["rate-limiter-flexible", { limiter: missing, clients: [connects] }],
    ["redis and ioredis", { limiter, clients: [missing, missing] }],
  ])("%s: are named, with the command that installs them", async (_, packages) => {
    const opened = openRedis("redis://u:s3cret@localhost", runtime, packages);
    const said = "--redis needs rate-limiter-flexible, and redis or ioredis: they are not installed";
    await expect(opened).rejects.toThrow(said);
    await expect(opened).rejects.toMatchObject({ hint: "npm install rate-limiter-flexible redis" });
  });

  it("one client is enough", async () => {
    const redis = await openRedis("redis://localhost", runtime, { limiter, clients: [missing, connects] });
    expect(redis.store.share).toBeTypeOf("function");
    await redis.close();
  });
});

it.each([
  ["NOAUTH Authentication required.", "NOAUTH"],
  ["connect failed for redis://u:s3cret@localhost", "no answer"],
])("an address that does not work is told without its password: %s", async (message, word) => {
  const clients = [
    async () => async () => {
      throw new Error(message);
    },
  ];
  const opened = openRedis("redis://u:s3cret@localhost:7", runtime, { limiter, clients });
  await expect(opened).rejects.not.toThrow("s3cret");
  await expect(opened).rejects.toThrow(`--redis: localhost:7 cannot be used (${word})`);
});
