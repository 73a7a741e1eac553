/** Client certificates (RFC 8446, section 4.4.2): from files, and judged before a socket is opened. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { ToolError } from "../call/errors.js";
import type { ClientCertificate } from "./credentials.js";

/** Names of files, but for the passphrase. */
interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: string | undefined;
  readonly passphrase: string | undefined;
}

/** `variable` names them in errors, which say no path. */
export async function readCertificate(variable: string, files: CertificateFiles): Promise<ClientCertificate> {
  const text = async (file: string, part: string): Promise<string> => {
    try {
      return await readFile(file, "utf8");
    } catch (cause) {
      const code = cause instanceof Error && "code" in cause ? ` (${String(cause.code)})` : "";
      throw new ToolError("credentials_missing", `Not sent: the file of ${variable}_${part} cannot be read${code}.`, {
        hint: "Whoever runs the host has to name a PEM file there.",
      });
    }
  };
  const [cert, key, ca] = await Promise.all([
    text(files.cert, "CERT"),
    text(files.key, "KEY"),
    files.ca ? text(files.ca, "CA") : undefined,
  ]);
  return { cert, key, ...(ca !== undefined && { ca }), ...(files.passphrase && { passphrase: files.passphrase }) };
}

/** Two that differ in any part never share a connection. */
export function fingerprint({ cert, key, passphrase = "", ca = "" }: ClientCertificate): string {
  return createHash("sha256")
    .update(JSON.stringify([cert, key, passphrase, ca]))
    .digest("base64");
}

/** Fingerprints; the same few are used by call after call. */
const good = new Set<string>();
const MAX_GOOD = 256;

/** Throws where certificate and key are no PEM, do not belong together, or the passphrase is wrong. */
export function checkCertificate(scheme: string, certificate: ClientCertificate): void {
  const name = fingerprint(certificate);
  if (good.has(name)) return;
  try {
    createSecureContext({ ...certificate });
    if (good.size >= MAX_GOOD) good.clear();
    good.add(name);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    // Not the cause: OpenSSL may quote what it was given.
    throw new ToolError("credentials_missing", `Not sent: the client certificate ${scheme} cannot be used.`, {
      hint: "Whoever runs the host has to check that certificate and key are PEM and belong together, and the passphrase.",
    });
  }
}
