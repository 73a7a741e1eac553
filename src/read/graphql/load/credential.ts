/** The credential that an introspection is asked with. It goes into one header and nowhere else. */
import type { AuthScheme } from "../../../tool/types.js";
import { isLoopbackHost } from "../../source/address.js";
import { ReadFault } from "../../source/fault.js";
import { shownUrl } from "../../source/origin.js";

export interface Credential {
  readonly scheme: AuthScheme;
  /** Where it comes from, for messages. */
  readonly variable: string;
  /** Undefined: the variable is not set. */
  readonly value: string | undefined;
}

/** Throws `ReadFault` where it must not be sent there, or is no value of a header. */
export function credentialHeaders(credential: Credential | undefined, url: URL): Readonly<Record<string, string>> {
  const { scheme, variable, value } = credential ?? {};
  if (scheme === undefined || value === undefined || value === "") return {};
  if (url.protocol !== "https:" && !isLoopbackHost(url.hostname)) {
    throw new ReadFault("CREDENTIAL_REFUSED", `${shownUrl(url)} is plain http, so that ${variable} would be readable`);
  }
  if (!/^[\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?$/.test(value)) {
    throw new ReadFault(
      "CREDENTIAL_REFUSED",
      `${variable} holds what no header may hold: a line break, or a blank at an end`,
    );
  }
  if (scheme.type === "apiKey") return { [scheme.name]: value };
  if (scheme.type === "http" && scheme.scheme === "basic") {
    return { Authorization: `Basic ${Buffer.from(value, "utf8").toString("base64")}` };
  }
  return { Authorization: `Bearer ${value}` };
}

/** What an answer says, without the credential that it may repeat. */
export function redacted(text: string, { value }: Partial<Credential> = {}): string {
  if (value === undefined || value === "") return text;
  const secrets = [
    value,
    Buffer.from(value, "utf8").toString("base64"),
    ...value.split(":").filter((s) => s.length > 3),
  ];
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, () => "[redacted]"), text);
}
