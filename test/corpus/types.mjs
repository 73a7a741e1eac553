// Toolkits on disk, held against `tsc --strict`.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");

/** Of modules: all toolkits in one program would take gigabytes. */
const MOST = 800;

/**
 * @param {string[]} folders
 * @param {"nodenext" | "bundler"} resolution
 * @returns {string[]} complaints
 */
export function faultsOfTypes(folders, resolution) {
  const options = {
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
  };
  const host = sharingHost(options);
  return groups(folders).flatMap((group) => {
    const program = ts.createProgram(
      group.map((folder) => join(folder, "index.ts")),
      options,
      host,
    );
    return ts.getPreEmitDiagnostics(program).map(complaint);
  });
}

/** Reads the library and the types of toolgen once for all programs. */
function sharingHost(options) {
  const host = ts.createCompilerHost(options);
  const known = new Map();
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) => {
    if (!name.endsWith(".d.ts")) return getSourceFile(name, ...rest);
    if (!known.has(name)) known.set(name, getSourceFile(name, ...rest));
    return known.get(name);
  };
  return host;
}

function groups(folders) {
  const found = [];
  let left = 0;
  for (const folder of folders) {
    const size = readdirSync(folder, { recursive: true }).length;
    if (size > left) {
      found.push([]);
      left = MOST;
    }
    found.at(-1).push(folder);
    left -= size;
  }
  return found;
}

function complaint({ file, start = 0, messageText }) {
  const where = file ? `${file.fileName}:${ts.getLineAndCharacterOfPosition(file, start).line + 1} ` : "";
  return `${where}${ts.flattenDiagnosticMessageText(messageText, " ")}`;
}
