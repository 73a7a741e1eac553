// Toolkits on disk, held against `tsc --strict`.
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

/**
 * @param {string[]} folders
 * @param {"nodenext" | "bundler"} resolution
 * @returns {string[]} complaints
 */
export function faultsOfTypes(folders, resolution) {
  const program = ts.createProgram(
    folders.map((folder) => join(folder, "index.ts")),
    {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts"],
      isolatedModules: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      noUnusedLocals: true,
      skipLibCheck: true,
      types: [],
      paths: { "toolgen/tool": [join(root, "dist/tool/index.d.ts")] },
      ...(resolution === "nodenext"
        ? { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
        : { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }),
    },
  );
  return ts.getPreEmitDiagnostics(program).map((found) => {
    const place = found.file && ts.getLineAndCharacterOfPosition(found.file, found.start ?? 0);
    const where = found.file ? `${found.file.fileName}:${(place?.line ?? 0) + 1} ` : "";
    return `${where}${ts.flattenDiagnosticMessageText(found.messageText, " ")}`;
  });
}
