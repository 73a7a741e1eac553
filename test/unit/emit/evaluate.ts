import { posix } from "node:path";
import vm from "node:vm";
import ts from "typescript";

type Exports = Record<string, unknown>;

const OPTIONS = { compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS } };
const contract: Exports = { defineTool: (tool: unknown) => tool, defineToolkit: (toolkit: unknown) => toolkit };

/** Runs a generated module as TypeScript's own compiler understands it; its imports are found among `files`. */
export function evaluate(
  files: ReadonlyMap<string, string>,
  path: string,
  loaded = new Map<string, Exports>(),
): Exports {
  const known = loaded.get(path);
  if (known !== undefined) return known;
  const exports: Exports = {};
  loaded.set(path, exports);
  const script = ts.transpileModule(files.get(path) ?? "throw new Error('no such module')", OPTIONS).outputText;
  const require = (from: string): Exports =>
    from === "toolgen/tool"
      ? contract
      : evaluate(files, posix.join(posix.dirname(path), from.replace(/\.js$/, ".ts")), loaded);
  vm.runInThisContext(`(function (exports, require) {${script}\n})`)(exports, require);
  return exports;
}
