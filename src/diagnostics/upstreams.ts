/** Servers, and what is sent to them. */
import type { Explanation } from "./explanation.js";

export type UpstreamCode =
  | "SECURITY_UNKNOWN"
  | "SECURITY_SCHEME_INVALID"
  | "CREDENTIAL_SHARED"
  | "SERVER_INVALID"
  | "SERVER_RELATIVE"
  | "SERVER_INSECURE"
  | "ORIGIN_NOT_ALLOWED";

export const upstreams: Readonly<Record<UpstreamCode, Explanation>> = {
  SECURITY_UNKNOWN: {
    severity: "warning",
    title: "A security requirement names an unknown scheme",
    cause: "A requirement that cannot be met is never met by sending less.",
    fix: "Declare the scheme under components.securitySchemes, or correct the name.",
  },
  SECURITY_SCHEME_INVALID: {
    severity: "warning",
    title: "A security scheme is not understood",
    cause: "Its declaration breaks the standard, so what requires it cannot be called.",
    fix: "Mend the declaration.",
  },
  CREDENTIAL_SHARED: {
    severity: "warning",
    title: "Two security schemes read the same variable",
    cause: "Their names differ only in characters that variables cannot have.",
    fix: "Rename one of them, or give credentials through a provider.",
  },
  SERVER_INVALID: {
    severity: "warning",
    title: "A server is not usable",
    cause: "Its URL, filled with the defaults of its variables, is no http or https URL.",
    fix: "Correct it, or give --base-url.",
  },
  SERVER_RELATIVE: {
    severity: "warning",
    title: "The server's address is not known",
    cause: "It is relative and the document came from a file, or its variables have no usable default.",
    fix: "Give --base-url, at generation or at run time.",
  },
  SERVER_INSECURE: {
    severity: "warning",
    title: "Credentials are not sent over plain http",
    cause: "The server is not on this machine, and its URL is not https.",
    fix: "Use https, if the service offers it.",
  },
  ORIGIN_NOT_ALLOWED: {
    severity: "warning",
    title: "Credentials are not sent to this origin",
    cause: "It is none of the document's top-level servers, so the document alone cannot make it trusted.",
    fix: "Allow it with --allow-origin, if it is to be trusted.",
  },
};
