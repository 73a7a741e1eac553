// Generates documents, each in a folder of its own: `{file, folder}` lines in. Runs as a process too, to see whether
// another time zone, language and order leave the same bytes. Usage: generate.mjs <<< '[{"file": …, "folder": …}]'
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const { generateOpenApi } = await import(join(import.meta.dirname, "../../dist/index.js"));

/** Deprecated operations too: all of them are counted. The verdict of swagger-parser is tested elsewhere. */
export async function generate({ file, folder }) {
  mkdirSync(folder, { recursive: true });
  return generateOpenApi({ cwd: folder, spec: file, out: "kit", deprecated: true, validate: false });
}

if (process.argv[1] === import.meta.filename) {
  for (const job of JSON.parse(await text(process.stdin))) await generate(job);
}
