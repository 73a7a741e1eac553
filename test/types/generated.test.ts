/** Whoever commits a generated folder compiles it with their own code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { complaints } from "../unit/emit/compile.js";

const GENERATED = join(import.meta.dirname, "../../generated");

describe("the committed folders compile in strict mode", () => {
  it.each(["museum", "bookshelf"])("%s", (name) => {
    const folder = join(GENERATED, name);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const texts = new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
    expect(complaints(texts)).toEqual([]);
  });
});
