/**
 * What the README shows of the MCP Inspector is what it prints: the session of `examples/mcp-inspector.txt`, with the
 * README's own configuration and a museum on loopback. `UPDATE_README=1 npm run providers` writes it anew.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Block, blocksOf, stepsOf, wordOf } from "../docs/blocks.js";
import { Reader } from "../docs/reader.js";

const ROOT = join(import.meta.dirname, "../..");
const SESSION = join(ROOT, "examples/mcp-inspector.txt");
const MODULES = join(import.meta.dirname, "node_modules");

it("is what the Inspector prints", async () => {
  const text = readFileSync(SESSION, "utf8").trimEnd();
  const block: Block = { language: "sh", words: [], line: 0, text };
  const reader = new Reader();
  try {
    await reader.open();
    for (const one of blocksOf(readFileSync(join(ROOT, "README.md"), "utf8"))) {
      const file = wordOf(one, "file");
      if (file === ".mcp.json" || file === ".env") reader.put(file, one.text);
    }
    // As npx would find it, with a Node that is new enough for it, and no keychain.
    const inspector = "@modelcontextprotocol/inspector";
    reader.put(
      inspector,
      `#!/bin/sh\nexport MCP_INSPECTOR_SECRET_STORE=memory\nexec "${MODULES}/node/bin/node" "${MODULES}/.bin/mcp-inspector" "$@"\n`,
    );
    const before = [`chmod +x ${inspector}`, "toolgen openapi node_modules/toolgen/specs/museum.yaml --name museum"];
    await reader.session(before.map((command) => ({ command, output: "" })));
    const real = await reader.session(stepsOf(block));
    if (process.env["UPDATE_README"] === "1") writeFileSync(SESSION, `${real}\n`);
    else expect(real).toBe(text);
  } finally {
    reader.close();
  }
}, 240_000);
