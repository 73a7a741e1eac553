/** IR → the files of a toolkit, as text. */
import type { ToolSpec } from "../ir/types.js";
import { catalogModule, indexModule } from "./catalog.js";
import type { EmittedFile } from "./file.js";
import { assertEmitted } from "./gate.js";
import { type ManifestOptions, manifestText, type ToolEntry } from "./manifest.js";
import { toolModule } from "./module.js";
import { packageText } from "./package.js";
import { planToolkit } from "./plan.js";
import { readmeText } from "./readme.js";
import { schemasModule, selectableModule, typesModule } from "./shared.js";

export interface EmitOptions extends ManifestOptions {
  /** npm name of a package.json, when one is wanted. */
  readonly packageName?: string;
}

/** Every file, the manifest last. Each module has passed the gate: it holds imports, types and literal data. */
export function emitToolkit(spec: ToolSpec, options: EmitOptions): readonly EmittedFile[] {
  const plan = planToolkit(spec);
  const modules: EmittedFile[] = [
    { path: "catalog.ts", text: catalogModule(plan).text },
    { path: "index.ts", text: indexModule(plan).text },
  ];
  if (Object.keys(spec.schemas).length > 0) {
    modules.push(
      { path: "schemas.ts", text: schemasModule(plan).text },
      { path: "types.ts", text: typesModule(plan).text },
    );
  }
  const selectable = selectableModule(plan);
  if (selectable !== undefined) modules.push({ path: "selectable.ts", text: selectable.text });
  const tools: ToolEntry[] = [];
  for (const tool of plan.tools) {
    modules.push({ path: tool.file, text: toolModule(plan, tool).text });
    tools.push({ operation: tool.operation, file: tool.file });
  }
  const ended = modules.map(({ path, text }) => ({ path, text: text.endsWith("\n") ? text : `${text}\n` }));
  for (const { path, text } of ended) assertEmitted(path, text);
  const texts: EmittedFile[] = [...ended, { path: "README.md", text: readmeText(plan) }];
  if (options.packageName !== undefined)
    texts.push({ path: "package.json", text: packageText(spec, options.packageName) });
  return [...texts, { path: "manifest.json", text: manifestText(spec, tools, texts, options) }];
}
