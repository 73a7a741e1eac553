/** A certificate authority of one test run, and a server that asks for its certificates. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TLSSocket } from "node:tls";

export interface Pair {
  readonly cert: string;
  readonly key: string;
}

export class Authority {
  readonly dir: string = mkdtempSync(join(tmpdir(), "toolgen-ca-"));
  readonly ca: string;

  constructor() {
    this.#openssl(
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=ca -keyout ca.key -out ca.pem",
    );
    this.ca = this.#text("ca.pem");
  }

  /** For a client of that name; with a passphrase, the key is encrypted. */
  issue(name: string, passphrase?: string): Pair {
    const lock = passphrase === undefined ? "-nodes" : `-passout pass:${passphrase}`;
    writeFileSync(join(this.dir, "san"), "subjectAltName=IP:127.0.0.1");
    this.#openssl(
      `req -newkey ec -pkeyopt ec_paramgen_curve:P-256 ${lock} -subj /CN=${name} -keyout ${name}.key -out ${name}.csr`,
    );
    this.#openssl(
      `x509 -req -in ${name}.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile san -out ${name}.pem`,
    );
    return { cert: this.#text(`${name}.pem`), key: this.#text(`${name}.key`) };
  }

  clear(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }

  #openssl(words: string): void {
    execFileSync("openssl", words.split(" "), { cwd: this.dir, stdio: "ignore" });
  }

  #text(file: string): string {
    return readFileSync(join(this.dir, file), "utf8");
  }
}

export interface SecureUpstream extends AsyncDisposable {
  readonly origin: string;
  /** By request: whom the client's certificate names; empty without one. */
  readonly names: string[];
  /** Connections that were made. */
  readonly sockets: () => number;
}

/** Answers with the name in the certificate, after a while where `delayMs` says so. */
export async function startSecure(ca: string, own: Pair, location?: string): Promise<SecureUpstream> {
  const names: string[] = [];
  let sockets = 0;
  const server: Server = createServer(
    { ...own, ca, requestCert: true, rejectUnauthorized: false },
    (request, response) => {
      const socket = request.socket as TLSSocket;
      const name = socket.authorized ? String(socket.getPeerCertificate().subject.CN) : "";
      names.push(name);
      if (location !== undefined) response.writeHead(307, { location }).end();
      else response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ name }));
    },
  );
  server.on("secureConnection", () => sockets++);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    names,
    sockets: () => sockets,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
