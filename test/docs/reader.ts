/** Someone who follows a page to the letter, in a folder of their own. */
import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { build, MAIN, Sandbox } from "../e2e/cli.js";
import type { Step } from "./blocks.js";
import { type Museum, openMuseum } from "./museum.js";

const ROOT = join(import.meta.dirname, "../..");

export class Reader {
  readonly #box = new Sandbox();
  /** `export NAME=value`, as typed: they hold for all that follows. */
  readonly #exports: string[] = [];
  #museum: Museum | undefined;

  async open(): Promise<void> {
    await build();
    this.#museum = await openMuseum();
    this.put("package.json", '{ "private": true, "type": "module" }\n');
    this.put("bin/toolgen", `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    this.put("bin/npx", '#!/bin/sh\nexport npm_command=exec\nexec "$@"\n');
    for (const name of ["toolgen", "npx"]) chmodSync(join(this.#box.dir, "bin", name), 0o755);
    this.#install(this.#museum.document);
    symlinkSync(join(ROOT, "examples"), join(this.#box.dir, "examples"));
    // A client that readers may have installed.
    for (const name of ["@modelcontextprotocol", "redis"]) {
      symlinkSync(join(ROOT, "node_modules", name), join(this.#box.dir, "node_modules", name));
    }
    this.put("model.ts", readFileSync(join(import.meta.dirname, "model.ts"), "utf8"));
  }

  /** The package as npm would, but for the document's server. */
  #install(document: string): void {
    const folder = "node_modules/toolgen";
    this.put(`${folder}/specs/museum.yaml`, document);
    for (const name of ["package.json", "dist", "templates"])
      symlinkSync(join(ROOT, name), join(this.#box.dir, folder, name));
  }

  close(): void {
    this.#museum?.close();
    this.#box.clear();
  }

  put(file: string, text: string): void {
    this.#box.put(file, `${text.trimEnd()}\n`);
  }

  text(file: string): string {
    return this.#published(readFileSync(join(this.#box.dir, file), "utf8"));
  }

  inRepository(file: string): boolean {
    return existsSync(join(ROOT, file));
  }

  /** The session with what its commands really print. */
  async session(steps: readonly Step[]): Promise<string> {
    const lines: string[] = [];
    for (const { command } of steps) {
      lines.push(`$ ${command}`);
      if (command.startsWith("export ")) this.#exports.push(command);
      else lines.push(...(await this.#bash(command)));
    }
    return lines.join("\n");
  }

  /** What a module prints that `compile` has made. */
  async run(module: string): Promise<string> {
    const lines = await this.#bash(`"${process.execPath}" out/${module.replace(/\.ts$/, ".js")}`);
    return lines.join("\n");
  }

  /** As a strict project would; by module what is wrong with it. */
  compile(modules: readonly string[]): ReadonlyMap<string, readonly string[]> {
    const { dir } = this.#box;
    const program = ts.createProgram(
      modules.map((module) => join(dir, module)),
      {
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        module: ts.ModuleKind.NodeNext,
        target: ts.ScriptTarget.ES2023,
        skipLibCheck: true,
        types: ["node"],
        typeRoots: [join(ROOT, "node_modules/@types")],
        rootDir: dir,
        outDir: join(dir, "out"),
      },
    );
    const faults = new Map<string, string[]>();
    for (const { file, start, messageText } of ts.getPreEmitDiagnostics(program)) {
      const name = file?.fileName.split("/").at(-1) ?? "";
      const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
      const said = `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
      faults.set(name, [...(faults.get(name) ?? []), said]);
    }
    program.emit();
    return faults;
  }

  #published(text: string): string {
    return this.#museum?.published(text) ?? text;
  }

  async #bash(command: string): Promise<readonly string[]> {
    const script = [...this.#exports, `{ ${command}\n} 2>&1`].join("\n");
    const child = spawn("bash", ["-c", script], {
      cwd: this.#box.dir,
      env: { PATH: `${join(this.#box.dir, "bin")}:${process.env["PATH"]}`, HOME: this.#box.dir },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (out += text));
    await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
    const text = this.#published(out).trimEnd();
    return text === "" ? [] : text.split("\n").map((line) => line.trimEnd());
  }
}
