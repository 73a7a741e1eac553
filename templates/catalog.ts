$header$;
import { defineToolkit, type Toolkit } from "toolgen/tool";

$doc$;
export const $name$: Toolkit = /* @__PURE__ */ defineToolkit($definition$);
