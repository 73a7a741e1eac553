/** Security Scheme Object → what goes onto the wire. */
import type { AuthScheme } from "../../tool/types.js";
import { ToolError } from "../call/errors.js";
import type { Secret } from "./secret.js";

/** Parts of a request that carry credentials; they replace parts of the same name. */
export interface SignedParts {
  readonly headers: [name: string, value: string][];
  readonly query: [name: string, value: string][];
  readonly cookies: [name: string, value: string][];
}

/** Adds what `definition` sends for `secret`. Values with control characters are refused, without showing them. */
export function applyScheme(parts: SignedParts, scheme: string, definition: AuthScheme, secret: Secret): void {
  const value = secret.reveal();
  checkText(value, scheme);
  switch (definition.type) {
    case "apiKey":
      if (definition.in === "header") parts.headers.push([definition.name, headerSafe(value, scheme)]);
      else if (definition.in === "query") parts.query.push([definition.name, value]);
      else parts.cookies.push([definition.name, value]);
      return;
    case "http":
      parts.headers.push(["authorization", headerSafe(authorization(definition.scheme, value, scheme), scheme)]);
      return;
    case "oauth2":
    case "openIdConnect":
      parts.headers.push(["authorization", headerSafe(`Bearer ${bareToken(value)}`, scheme)]);
      return;
    case "mutualTLS":
      // Shown when the connection is made.
      return;
    default:
      definition satisfies never;
  }
}

/** Throws for what comes from copying a credential, or from reading it with the end of its line. */
export function checkText(value: string, scheme: string): void {
  if (value === "")
    throw new ToolError("credentials_missing", `Not sent: the credential ${scheme} is empty.`, {
      hint: "Whoever runs the host has to set it.",
    });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(value) || /^\s|\s$/.test(value)) {
    const message = `Not sent: the credential ${scheme} has a line break, a control character or blanks at an end.`;
    throw new ToolError("credentials_missing", message, {
      hint: "Whoever runs the host has to set it again, without them.",
    });
  }
}

/** The token alone: the scheme's name is often copied along. */
export function bareToken(value: string): string {
  return value.replace(/^bearer +/i, "");
}

function authorization(name: string, value: string, scheme: string): string {
  if (name === "basic") {
    if (value.includes(":")) return `Basic ${Buffer.from(value).toString("base64")}`;
    throw new ToolError("credentials_missing", `Not sent: the credential ${scheme} is not of the form user:password.`, {
      hint: "Whoever runs the host has to set it as user:password.",
    });
  }
  if (name === "bearer") return `Bearer ${bareToken(value)}`;
  return `${name[0]?.toUpperCase()}${name.slice(1)} ${value}`;
}

/** HTTP schemes (IANA registry) whose header has to be computed for each request. */
const DIALOGUES = /^(?:digest|hoba|mutual|scram-.*|negotiate|ntlm|dpop|gnap|concealed|vapid|aws4-hmac-sha256)$/;

/** Why a scheme cannot be used, whatever its value; `undefined` where it can. */
export function cannotSend(scheme: string, definition: AuthScheme): ToolError | undefined {
  if (definition.type !== "http" || !DIALOGUES.test(definition.scheme)) return undefined;
  return new ToolError(
    "unsupported",
    `The security scheme ${scheme} uses HTTP ${definition.scheme}, which is computed anew for each request.`,
    { hint: "Whoever runs the host has to give a `sign` that does so, or another way to sign in." },
  );
}

/** Header values are Latin-1 (RFC 9110, section 5.5). */
function headerSafe(value: string, scheme: string): string {
  if (/[^\u0020-\u00ff]/.test(value)) {
    throw new ToolError(
      "credentials_missing",
      `Not sent: the credential ${scheme} has a character that no header can hold.`,
      {
        hint: "Whoever runs the host has to set it again; smart quotes and byte order marks come from copying.",
      },
    );
  }
  return value;
}
