/** Parameters that no caller may set: what travels with the message, and what carries a credential. */
import { isTransportHeader } from "../header.js";
import type { JsonObject, Node } from "./document.js";
import { type Parameter, type ParameterContext, report } from "./parameter.js";
import { own } from "./schema/node.js";

const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/** OpenAPI Parameter Object: "If in is header and the name is Accept, Content-Type or Authorization, … ignored". Codings are the client's. */
const IGNORED = new Set(["accept", "content-type", "authorization", "accept-encoding"]);

export function isSettable(
  name: string,
  place: "header" | "cookie",
  node: Node<JsonObject>,
  context: ParameterContext,
): boolean {
  const lower = name.toLowerCase();
  if (!TOKEN.test(name)) {
    report(context, "PARAMETER_INVALID", `${JSON.stringify(name)} is no name of a ${place}: it is left out`, node.at);
    return false;
  }
  if (place === "cookie") return true;
  if (IGNORED.has(lower)) {
    report(context, "PARAMETER_IGNORED", `header ${name} is no argument: what sends the request sets it`, node.at);
    return false;
  }
  if (isTransportHeader(name)) {
    const required = own(node.value, "required") === true ? ", though the document requires it" : "";
    report(context, "PARAMETER_REFUSED", `header ${name} is refused${required}`, node.at);
    return false;
  }
  return true;
}

const TOKEN_NAMES = new Set(["access_token", "oauth_token", "bearer_token"]);
const SAYS_TOKEN = /\b(?:authentication|authorization|access|bearer|oauth|api) token\b/i;

/** A parameter that is how a security scheme of the operation sends its credential. */
export function isCredential(parameter: Parameter, context: ParameterContext): boolean {
  const schemes = context.auth
    .flatMap((requirement) => Object.keys(requirement))
    .flatMap((name) => context.scheme(name) ?? []);
  const covered = schemes.some((scheme) => {
    if (scheme.type === "apiKey") {
      const same =
        scheme.in === "header"
          ? scheme.name.toLowerCase() === parameter.name.toLowerCase()
          : scheme.name === parameter.name;
      return scheme.in === parameter.in && same;
    }
    if (scheme.type === "http" ? scheme.scheme !== "bearer" : scheme.type === "mutualTLS") return false;
    // RFC 6750 §2.3: the token may be a parameter, but then it would be the model that has it.
    const name = parameter.name.toLowerCase();
    return TOKEN_NAMES.has(name) || (name === "token" && SAYS_TOKEN.test(parameter.description ?? ""));
  });
  if (covered) {
    const message = `${parameter.in} parameter ${JSON.stringify(parameter.name)} is no argument: a security scheme sends it`;
    report(context, "PARAMETER_IGNORED", message, parameter.at);
  }
  return covered;
}
