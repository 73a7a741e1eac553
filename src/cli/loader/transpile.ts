import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * Hand-written TypeScript → JavaScript, line by line the same. Synchronous, as hooks have to be; ts-morph takes a
 * second to load, so generated modules never come here.
 */
export function transpile(text: string, file: string): string {
  const morph: typeof import("ts-morph") = require("ts-morph");
  const { ts } = morph;
  const { outputText } = ts.transpileModule(text, {
    fileName: file,
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
    },
  });
  return outputText;
}
