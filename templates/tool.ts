$header$;
import { defineTool, type Tool } from "toolgen/tool";
$imports$;

$types$;

$doc$;
export const $name$: Tool<$Input$, $Output$> = /* @__PURE__ */ defineTool($definition$);
