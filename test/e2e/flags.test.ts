/** Flags that say which calls may be made, whose they are, and which limits they keep. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasRedis, type Server, startRedis } from "../unit/runtime/quota/redis-server.js";
import { build, Sandbox } from "./cli.js";

const box = new Sandbox();
const NAMES = ["get_pet", "add_pet", "delete_pet"];

beforeAll(async () => {
  await build();
  const effects = ["read", "write", "irreversible"];
  const tools = NAMES.map(
    (name, i) =>
      `${name}: { name: "${name}", description: "${name}.", effect: "${effects[i]}", input: { type: "object" }, run: () => "${name}" }`,
  );
  box.put("kit/index.mjs", `export default { name: "kit", tools: { ${tools.join(", ")} } };\n`);
}, 120_000);

afterAll(() => box.clear());

const answers = (out: string): readonly { ok: boolean; tool: string; error?: { code: string } }[] =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { ok: boolean; tool: string });

const ask = (names: readonly string[]): string => names.map((name, id) => `${JSON.stringify({ id, name })}\n`).join("");

describe("what may be called", () => {
  it.each<[string, readonly string[]]>([
    ["--allow get_* --allow add_pet", ["get_pet", "add_pet"]],
    ["--deny add_pet --deny del*", ["get_pet"]],
    ["--allow *_pet --deny delete_pet --read-only --vendor github", ["get_pet"]],
    ["--vendor none", NAMES],
  ])("%s", async (words, want) => {
    const { out } = await box.run(["run", "kit", "--yes", ...words.split(" ")], { input: ask(NAMES) });
    const made = answers(out).filter(({ ok }) => ok);
    expect(NAMES.filter((name) => made.some(({ tool }) => tool === name))).toEqual(want);
  });
});

describe("a flag that cannot be kept is said, and no password", () => {
  it.each<[readonly string[], number, string]>([
    [["--vendor", "gitlub"], 2, '--vendor: nothing is known of the limits of "gitlub"'],
    [["--redis", "http://u:s3cret@localhost"], 2, "--redis: This is not the address of a Redis"],
    [["--redis", "redis://u:s3cret@127.0.0.1:1"], 1, "--redis: 127.0.0.1:1 cannot be used (ECONNREFUSED)"],
  ])("%j", async (words, want, said) => {
    const { code, out, err } = await box.run(["run", "kit", ...words]);
    expect([code, out]).toEqual([want, ""]);
    expect(err).toContain(said);
    expect(err).not.toContain("s3cret");
  });
});

it("toolgen call takes the hash of an approval, which holds for that call alone", async () => {
  const call = async (...words: string[]) => {
    const { code, out } = await box.run(["call", "kit", "delete_pet", "--json", ...words]);
    return { code, ...(JSON.parse(out) as { error?: { details: { hash: string } } }) };
  };
  const { code, error } = await call();
  const approved = error?.details.hash ?? "";
  expect([code, approved.length]).toEqual([1, 64]);
  expect(await call("--approved", approved, "--idempotency-key", "k")).toMatchObject({ code: 0, data: "delete_pet" });
  expect(await call("--approved", approved, "--args", '{"id":1}')).toMatchObject({ code: 1, ok: false });
});

describe.skipIf(!hasRedis)("--redis", () => {
  const port = 20_000 + (process.pid % 20_000);
  let server: Server;
  beforeAll(async () => {
    server = await startRedis("--port", String(port));
    await server.command("CONFIG", "SET", "requirepass", "s3cret");
  });
  afterAll(() => server.end());

  it("keeps one quota over several processes", async () => {
    const flags = ["--redis", `redis://:s3cret@127.0.0.1:${port}`, "--quota", "4/1h", "--max-wait", "300ms"];
    const input = ask(Array.from({ length: 4 }, () => "get_pet"));
    const runs = await Promise.all([1, 2].map(() => box.run(["run", "kit", ...flags], { input })));
    expect(runs.map(({ code, err }) => [code, err])).toEqual([
      [0, ""],
      [0, ""],
    ]);
    const all = runs.flatMap(({ out }) => answers(out));
    expect(all).toHaveLength(8);
    expect(all.filter(({ ok }) => ok).length).toBeLessThanOrEqual(4);
    expect(all.filter(({ ok }) => ok).length).toBeGreaterThan(0);
  });

  it("says that Redis wants a password, or another one", async () => {
    const runs = ["", ":wr0ng@"].map((who) => box.run(["run", "kit", "--redis", `redis://${who}127.0.0.1:${port}`]));
    expect((await Promise.all(runs)).map(({ code, err }) => [code, /\((NOAUTH|WRONGPASS)\)/.exec(err)?.[1]])).toEqual([
      [1, "NOAUTH"],
      [1, "WRONGPASS"],
    ]);
  });
});
