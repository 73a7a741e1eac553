/** What several tools share: the component schemas as data, and their types. */
import type { GraphqlSelectable } from "../tool/types.js";
import { type Code, code, identifier, join } from "./code.js";
import { literal } from "./literal.js";
import { generatedFrom } from "./module.js";
import type { ToolkitPlan } from "./plan.js";
import { fill } from "./template.js";
import { eagerCircles } from "./types/cycles.js";
import { declareType } from "./types/declare.js";
import type { TypeNames } from "./types/names.js";

export function schemasModule(plan: ToolkitPlan): Code {
  return fill("schemas", { header: generatedFrom(plan, ""), schemas: literal(plan.spec.schemas, { layout: {} }) });
}

/** What the tools let a model select, together; undefined where none does. */
export function selectableModule(plan: ToolkitPlan): Code | undefined {
  const types: Record<string, GraphqlSelectable> = Object.create(null);
  const known = new Set<unknown>();
  for (const { operation } of plan.tools) {
    const own = operation.kind === "graphql" ? operation.graphql.select?.types : undefined;
    // Tools mostly share one and the same record.
    if (own === undefined || known.has(own)) continue;
    known.add(own);
    Object.assign(types, own);
  }
  if (known.size === 0) return undefined;
  return fill("selectable", { header: generatedFrom(plan, ""), selectable: literal(types, { layout: {} }) });
}

export function typesModule(plan: ToolkitPlan): Code {
  const circles = eagerCircles(plan.spec.schemas);
  const declarations: Code[] = [];
  for (const [schema, name] of plan.typeNames) {
    const names: TypeNames = {
      refer(target, eager) {
        const type = plan.typeNames.get(target);
        if (type === undefined || (eager && circles.get(target) === circles.get(schema))) return undefined;
        return identifier(type);
      },
    };
    declarations.push(declareType(identifier(name), plan.spec.schemas[schema], names));
  }
  return fill("types", { header: generatedFrom(plan, ""), types: join(declarations, code`\n\n`) });
}
