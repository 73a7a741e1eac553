/** Swagger 2.0 Security Scheme Object. */
import type { JsonObject, JsonValue, Node } from "../document.js";
import { own, ownText } from "../value.js";
import { type Conversion, kept } from "./context.js";

const FLOWS = new Map([
  ["implicit", "implicit"],
  ["password", "password"],
  ["application", "clientCredentials"],
  ["accessCode", "authorizationCode"],
]);

export function convertSecurityScheme(scheme: Node<JsonObject>, to: string, context: Conversion): JsonObject {
  const { value, at } = scheme;
  context.trail.add(to, at);
  const type = ownText(value, "type");
  if (type === "basic")
    return Object.fromEntries([["type", "http"], ["scheme", "basic"], ...kept(value, ["description"])]);
  if (type !== "oauth2") return value;
  const given = ownText(value, "flow");
  const flow = FLOWS.get(given ?? "");
  if (flow === undefined) {
    // Documents of the transition have 3.0's `flows` already.
    if (own(value, "flows") === undefined) {
      context.report("SWAGGER2_LOSS", `the OAuth 2 flow ${JSON.stringify(given ?? null)} is unknown`, at);
    }
    return value;
  }
  const parts: JsonValue = Object.fromEntries([
    ...kept(value, ["authorizationUrl", "tokenUrl"]).filter(([key]) => !key.startsWith("x-")),
    ["scopes", own(value, "scopes") ?? {}],
  ]);
  return Object.fromEntries([["type", "oauth2"], ...kept(value, ["description"]), ["flows", { [flow]: parts }]]);
}
