/** Constants that are bound, against what their arguments take: better said now than at the first call. */
import type { Ajv2020 } from "ajv/dist/2020.js";
import type { Diagnostics } from "../diagnostics.js";
import type { OperationBase, ToolSpec } from "../ir/types.js";
import type { JsonSchema } from "../tool/json-schema.js";

/** Patterns are left to the runtime, which matches them in bounded time; so are formats. */
const anyText = Object.assign(() => ({ test: () => true }), { code: "() => ({ test: () => true })" });

interface Bound extends Pick<ToolSpec, "schemas"> {
  readonly operations: readonly Pick<OperationBase, "toolName" | "bound">[];
}

export async function checkConstants({ operations, schemas }: Bound, diagnostics: Diagnostics): Promise<void> {
  const constants = operations.flatMap(({ toolName, bound = {} }) =>
    Object.entries(bound).flatMap(([arg, from]) => ("value" in from ? [{ toolName, arg, ...from }] : [])),
  );
  if (constants.length === 0) return;
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: false,
    meta: false,
    logger: false,
    inlineRefs: false,
    ownProperties: true,
    code: { regExp: anyText },
  });
  for (const { toolName, arg, value, schema } of constants) {
    const why = misfit(ajv, typeof schema === "object" ? { $defs: schemas, ...schema } : schema, value);
    if (why !== undefined) {
      diagnostics.report("BINDING_UNFIT", { message: `${toolName}: what is bound to ${arg} does not fit: it ${why}` });
    }
  }
}

/** `must be <= 30`; `undefined`: it fits, as it is or as the runtime reads texts, or that is the runtime's to say. */
function misfit(ajv: Ajv2020, schema: JsonSchema, value: unknown): string | undefined {
  let fits: ReturnType<Ajv2020["compile"]>;
  try {
    fits = ajv.compile(schema);
  } catch {
    // A schema that is wrong is told of elsewhere, and when the tool is called.
    return undefined;
  }
  const readings = typeof value === "string" ? [...ofText(value), value] : [value];
  const faults = [...readings, [value]].map((reading) => (fits(reading) ? undefined : fits.errors?.[0]));
  if (faults.includes(undefined)) return undefined;
  // Of the likeliest reading: one of the right type, where there is one.
  const fault = faults.find((one) => one?.keyword !== "type") ?? faults[0];
  return fault?.message ?? "is not what the argument takes";
}

function ofText(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)];
  } catch {
    // A text, then.
    return [];
  }
}
