/** The catalogue: what a registry must know of each tool before it loads it. */
import { type Code, code, identifier, join } from "./code.js";
import { docComment } from "./doc.js";
import { braced } from "./imports.js";
import { type Layout, literal } from "./literal.js";
import { generatedFrom, present } from "./module.js";
import type { ToolkitPlan, ToolPlan } from "./plan.js";
import { fill } from "./template.js";

export function catalogModule(plan: ToolkitPlan): Code {
  const { spec } = plan;
  const tools = Object.fromEntries(plan.tools.map((tool) => [tool.operation.toolName, entry(tool)]));
  const perTool: Layout = Object.fromEntries(plan.tools.map((tool) => [tool.operation.toolName, {}]));
  const definition = present({
    name: spec.name,
    title: spec.title,
    servers: spec.servers,
    origins: spec.origins,
    auth: Object.keys(spec.auth).length > 0 ? spec.auth : undefined,
    quota: spec.quota,
    vendor: spec.vendor,
    tools,
  });
  return fill("catalog", {
    header: generatedFrom(plan, ""),
    doc: docComment({ text: spec.description ?? spec.title }, 0),
    name: identifier(plan.exportName),
    definition: literal(definition, { layout: { servers: {}, auth: {}, tools: perTool } }),
  });
}

function entry(tool: ToolPlan): Readonly<Record<string, unknown>> {
  const { title, description, effect, tags } = tool.operation;
  const load = code`() => import(${specifier(tool)}).then((m) => m.${identifier(tool.exportName)})`;
  return present({ title, description, effect, tags: tags.length > 0 ? tags : undefined, load });
}

/** The toolkit and every tool, with its types. */
export function indexModule(plan: ToolkitPlan): Code {
  const tools = plan.tools.map((tool) => {
    const names = [
      identifier(tool.exportName),
      code`type ${identifier(tool.inputType)}`,
      code`type ${identifier(tool.outputType)}`,
    ];
    return code`export ${braced(names)} from ${specifier(tool)};`;
  });
  const toolkit = code`export { ${identifier(plan.exportName)} } from "./catalog.js";`;
  return fill("index", { header: generatedFrom(plan, ""), exports: join([toolkit, ...tools], code`\n`) });
}

function specifier(tool: ToolPlan): Code {
  return literal(`./${tool.file.replace(/\.ts$/, () => ".js")}`);
}
