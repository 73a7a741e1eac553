import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/cli/config.js";
import { readEnvironment } from "../../../src/cli/environment.js";
import * as o from "../../../src/cli/options.js";
import { UsageError } from "../../../src/cli/usage.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "toolgen-config-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);

const entry = {
  spec: "api.yaml",
  out: "tools/api",
  include: ["a_*", "b"],
  quota: "5000/1h",
  deprecated: true,
  tools: { x: { name: "y" } },
};
const yaml = `toolkits:\n  - ${JSON.stringify(entry)}\n`;

describe("a config file", () => {
  it.each([
    ["toolgen.config.json", JSON.stringify({ toolkits: [entry] })],
    ["toolgen.config.yaml", yaml],
    ["toolgen.config.yml", yaml],
  ])("%s lists toolkits with the options of the flags", async (name, text) => {
    put(name, text);
    const config = await readConfig(undefined, folder);
    expect(config).toMatchObject({
      file: name,
      folder,
      entries: [{ source: { kind: "openapi", spec: "api.yaml" }, tools: { x: { name: "y" } } }],
    });
    const flags = config?.entries[0]?.flags;
    expect(flags?.get(o.out)).toBe("tools/api");
    expect(flags?.get(o.include)).toEqual(["a_*", "b"]);
    expect(flags?.get(o.quota)).toEqual([{ limit: 5000, interval: 3_600_000 }]);
    expect(flags?.on(o.deprecated)).toBe(true);
    expect(flags?.get(o.exclude)).toBeUndefined();
  });

  it.each([2, "2"])("takes a number as one, or as the flag does: %j", async (depth) => {
    put("c.json", JSON.stringify([{ schema: "a.graphql", depth }]));
    const config = await readConfig("c.json", folder);
    expect(config?.entries[0]?.flags.get(o.depth)).toBe(2);
  });

  it.each([{ tenant: "env:TENANT", "list_*:limit": "10" }, ["tenant=env:TENANT", "list_*:limit=10"]])(
    "writes bindings as a map or as the flags do: %j",
    async (bind) => {
      put("c.json", JSON.stringify([{ spec: "a", bind }]));
      const config = await readConfig("c.json", folder);
      expect(config?.entries[0]?.flags.get(o.bind)).toEqual(["tenant=env:TENANT", "list_*:limit=10"]);
    },
  );

  it("takes several limits at once, of every kind, and a vendor", async () => {
    const limits = ["github", "10/1s+20", { limit: 900, interval: "1m", unit: "point" }, { concurrency: 5 }];
    put(
      "c.json",
      JSON.stringify([
        { schema: "a", quota: limits },
        { spec: "a", quota: { concurrency: 5 } },
      ]),
    );
    const config = await readConfig("c.json", folder);
    expect(config?.entries.map(({ flags }) => flags.get(o.quota))).toEqual([
      ["github", { rate: 10, burst: 20 }, { limit: 900, interval: 60_000, unit: "point" }, { concurrency: 5 }],
      [{ concurrency: 5 }],
    ]);
  });

  it("may be missing, unless it was named", async () => {
    expect(await readConfig(undefined, folder)).toBeUndefined();
    await expect(readConfig("other.json", folder)).rejects.toThrow("There is no file other.json");
  });

  it.each([
    ['{"toolkits":[]}', "c.json lists no toolkits"],
    ["5", "c.json lists no toolkits"],
    ['{"toolkits":[5]}', "c.json: toolkits[0] is no object"],
    ['{"toolkits":[{}]}', "c.json: toolkits[0] has no spec"],
    ['{"toolkits":[{"schma":"a","depth":2}]}', "c.json: toolkits[0] has an unknown key schma"],
    ['{"tolkits":[{"spec":"a"}]}', "c.json has an unknown key tolkits"],
    ['{"spec":"a"}', "c.json lists no toolkits"],
    ['{"toolkit":[{"spec":"a"}],"toolkits":[{"spec":"a"}]}', "c.json has an unknown key toolkit"],
    ['{"toolkits":[{"spec":"a"},{"spec":"b","inlcude":"x"}]}', "c.json: toolkits[1] has an unknown key inlcude"],
    ['{"toolkits":[{"spec":"a","allow-origin":"x"}]}', "c.json: toolkits[0] has an unknown key allow-origin"],
    ['{"toolkits":[{"spec":"a","__proto__":"x"}]}', "c.json: toolkits[0] has an unknown key __proto__"],
    ['{"toolkits":[{"spec":"a","quota":"5"}]}', 'c.json: toolkits[0].quota: "5" is not a quota'],
    ['{"toolkits":[{"spec":"a","quota":5}]}', "c.json: toolkits[0].quota is no list of strings"],
    [
      '{"toolkits":[{"spec":"a","quota":["1/1s",{"rate":0,"burst":1}]}]}',
      'c.json: toolkits[0].quota: {"rate":0,"burst":1}: rate is no number of calls a second above 0',
    ],
    [
      '{"toolkits":[{"spec":"a","quota":"gihub"}]}',
      'c.json: toolkits[0].quota: Nothing is known of the limits of "gihub"',
    ],
    [
      '{"toolkits":[{"spec":"a","idempotencyHeader":"a b"}]}',
      'c.json: toolkits[0].idempotencyHeader: "a b" is no name of a header',
    ],
    ['{"toolkits":[{"spec":"a","out":5}]}', "c.json: toolkits[0].out is no string"],
    ['{"toolkits":[{"schema":"a","depth":true}]}', "c.json: toolkits[0].depth is no number"],
    ['{"toolkits":[{"schema":"a","depth":0.5}]}', 'c.json: toolkits[0].depth: "0.5" is not a whole number'],
    ['{"toolkits":[{"spec":"a","deprecated":"yes"}]}', "c.json: toolkits[0].deprecated is no boolean"],
    ['{"toolkits":[{"spec":"a","include":[5]}]}', "c.json: toolkits[0].include is no list of strings"],
    ['{"toolkits":[{"spec":"a","bind":{"a":5}}]}', "c.json: toolkits[0].bind is no list of strings"],
    ['{"toolkits":[{"spec":"a","bind":"a"}]}', 'c.json: toolkits[0].bind: "a" binds nothing'],
    ['{"toolkits":[{"spec":"a","tools":[]}]}', "c.json: toolkits[0].tools is no object"],
  ])("is refused with the place: %s", async (text, want) => {
    put("c.json", text);
    const refusal = await readConfig("c.json", folder).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(UsageError);
    expect(refusal instanceof UsageError && refusal.message).toBe(want);
  });

  it.each([
    ['{"toolkits":[{"schma":"a"}]}', "Did you mean schema?"],
    ['{"toolkits":[{"spce":"a","tag":"x"}]}', "Did you mean spec?"],
    ['{"toolkits":[{"spec":"a","exlude":"x"}]}', "Did you mean exclude?"],
    ['{"tolkits":[]}', "Did you mean toolkits?"],
  ])("names the key that was meant: %s", async (text, hint) => {
    put("c.json", text);
    await expect(readConfig("c.json", folder)).rejects.toMatchObject({ hint });
  });

  it.each([
    ["a.json", '{\n  "toolkits": ,\n}', 'a.json:2:15 is no JSON: Unexpected ","'],
    ["b.json", "", "b.json:1:1 is no JSON: The text ends too early"],
    ["c.yaml", "toolkits:\n  - a: b: c\n", "c.yaml:2:9 is no YAML: "],
  ])("%s that cannot be read is named, with the place", async (name, text, want) => {
    put(name, text);
    const refusal = await readConfig(name, folder).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(UsageError);
    expect(refusal instanceof UsageError && refusal.message).toContain(want);
  });
});

describe("variables from files", () => {
  it("go after the process's own, later files first", () => {
    put("a.env", "A=file a\nB='file a'\nC=file a\n");
    put("b.env", "B=file b\n# comment\n");
    expect(readEnvironment(["a.env", "b.env"], { A: "process" }, folder)).toEqual({
      A: "process",
      B: "file b",
      C: "file a",
    });
  });

  it("that are missing are a usage error", () =>
    expect(() => readEnvironment(["none.env"], {}, folder)).toThrow("--env-file: none.env cannot be read (ENOENT)"));
});
