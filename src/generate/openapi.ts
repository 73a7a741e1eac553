/** OpenAPI document → toolkit. */
import { readOpenApi } from "../read/openapi/index.js";
import { type LoadOptions, loadOpenApi } from "../read/openapi/load.js";
import { shapeOpenApi } from "../shape/openapi.js";
import { rememberedOptions } from "./options.js";
import { produce } from "./pipeline.js";
import { openPart, wayTo } from "./source.js";
import type { GenerateOptions, GenerateReport } from "./types.js";

/** Bad input ends in a report with `ok: false`, never in an exception, and writes nothing. */
export async function generateOpenApi(options: GenerateOptions): Promise<GenerateReport> {
  return produce(options, {
    source: openPart(options.spec),
    documents: [options.spec],
    async make(diagnostics, stage) {
      stage("load");
      const document = await loadOpenApi(options.spec, loadOptions(options), diagnostics);
      if (!document) return undefined;
      stage("read");
      const draft = readOpenApi(document, diagnostics);
      return { spec: shapeOpenApi(draft, options, diagnostics), operations: draft.operations.length };
    },
    remember(root) {
      const spec = wayTo(options.spec, options.cwd, root);
      return { options: rememberedOptions(options), ...(spec !== undefined && { spec }) };
    },
  });
}

function loadOptions({ cwd, allowRefs = [], stdin, fetch, validate }: GenerateOptions): LoadOptions {
  return {
    cwd,
    allowRefs,
    ...(stdin && { stdin }),
    ...(fetch && { fetch }),
    ...(validate === undefined ? {} : { validate }),
  };
}
