/** Swagger 2.0 `collectionFormat` → OpenAPI 3.0 `style` and `explode`. */
import type { JsonObject, Node } from "../document.js";
import { own, ownText } from "../value.js";
import type { Conversion } from "./context.js";

export type Place = "query" | "header" | "path" | "formData";

export type Style =
  | { readonly kind: "style"; readonly style: string; readonly explode: boolean }
  /** No style of OpenAPI 3 joins the items like this: the caller writes the text. */
  | { readonly kind: "text"; readonly separator: string };

const SEPARATORS = new Map([
  ["tsv", "a tab"],
  ["ssv", "a blank"],
  ["pipes", "|"],
]);

/** Undefined for what is no list. */
export function styleOf(parameter: Node<JsonObject>, place: Place, context: Conversion): Style | undefined {
  const { value, at } = parameter;
  if (ownText(value, "type") !== "array") return undefined;
  const format = ownText(value, "collectionFormat") ?? "csv";
  const joined = place === "path" || place === "header" ? "simple" : "form";
  if (ownText(own(value, "items"), "type") === "array" && ownText(own(value, "items"), "collectionFormat")) {
    context.report("SWAGGER2_LOSS", "lists within lists have no style in OpenAPI 3", at);
  }
  switch (format) {
    case "csv":
      return { kind: "style", style: joined, explode: false };
    case "multi":
      if (joined === "form") return { kind: "style", style: "form", explode: true };
      context.report("SWAGGER2_LOSS", `collectionFormat multi has no meaning in ${place}; it is read as csv`, at);
      return { kind: "style", style: joined, explode: false };
    case "ssv":
    case "pipes":
      if (joined === "form") {
        return { kind: "style", style: format === "ssv" ? "spaceDelimited" : "pipeDelimited", explode: false };
      }
      break;
    case "tsv":
      break;
    default:
      context.report("SWAGGER2_LOSS", `collectionFormat ${JSON.stringify(format)} is unknown; it is read as csv`, at);
      return { kind: "style", style: joined, explode: false };
  }
  const separator = SEPARATORS.get(format) ?? format;
  context.report(
    "SWAGGER2_LOSS",
    `collectionFormat ${format} in ${place} has no style in OpenAPI 3; the tool takes text`,
    at,
  );
  return { kind: "text", separator };
}

export function textHint(parameter: JsonObject, separator: string): string {
  const description = ownText(parameter, "description");
  return `${description ? `${description.trimEnd()} ` : ""}(items separated by ${separator})`;
}
