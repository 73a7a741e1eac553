import { join } from "node:path";
import ts from "typescript";

const ROOT = join(import.meta.dirname, "../../..");

const SETTINGS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  target: ts.ScriptTarget.ES2022,
  isolatedModules: true,
  isolatedDeclarations: true,
  declaration: true,
  verbatimModuleSyntax: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  types: [],
  paths: { "toolgen/tool": [join(ROOT, "src/tool/index.ts")] },
};

/** Complaints of `tsc --strict` about files that are given by name and text, as a package of ES modules. */
export function complaints(
  files: ReadonlyMap<string, string>,
  resolution: "nodenext" | "bundler" = "nodenext",
): readonly string[] {
  const folder = join(ROOT, ".virtual");
  const options: ts.CompilerOptions =
    resolution === "nodenext"
      ? { ...SETTINGS, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext }
      : { ...SETTINGS, module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  const texts = new Map([...files].map(([name, text]) => [join(folder, name), text]));
  const folders = new Set([...texts.keys()].flatMap((name) => parents(name)));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.directoryExists = (name) => folders.has(name) || (directoryExists?.(name) ?? false);
  host.getSourceFile = (name, version, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile(name, version, ...rest) : ts.createSourceFile(name, text, version, true);
  };
  const names = [...texts.keys()].filter((name) => name.endsWith(".ts"));
  const program = ts.createProgram(names, options, host);
  return ts.getPreEmitDiagnostics(program).map((d) => {
    const where =
      d.file === undefined ? "" : `${d.file.fileName.slice(folder.length + 1)}:${line(d.file, d.start ?? 0)} `;
    return `${where}${ts.flattenDiagnosticMessageText(d.messageText, " ")}`;
  });
}

const line = (file: ts.SourceFile, at: number): number => file.getLineAndCharacterOfPosition(at).line + 1;

function parents(name: string): readonly string[] {
  const parts = name.split("/");
  return parts.map((_, i) => parts.slice(0, i).join("/"));
}
