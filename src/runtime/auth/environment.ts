/** Credentials from the environment, and the logins of whoever sits at this machine. */
import { hasClient, hasLogin } from "../../tool/flows.js";
import { variableName } from "../../tool/variable.js";
import type { ClientCertificate, CredentialProvider, CredentialRequest, StoredLogin } from "./credentials.js";
import type { LoginStore } from "./logins/store.js";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment at each call, so that a changed variable counts from then on; an empty one is none. Where it
 * has no ready value, `logins` are asked: those of the user at this machine, unless others are given.
 */
export function environmentCredentials(env: Environment, logins?: LoginStore): CredentialProvider {
  let store = logins;
  const fromLogins = async (
    request: CredentialRequest,
    clientSecret: string | undefined,
  ): Promise<StoredLogin | undefined> => {
    const [{ userLogins }, { signedIn }] = await Promise.all([
      import("./logins/user.js"),
      import("./logins/signed-in.js"),
    ]);
    store ??= userLogins(env);
    const found = await signedIn(store, request);
    return found && { ...found, ...(clientSecret !== undefined && { clientSecret }) };
  };
  return (request) => {
    const { toolkit, scheme, definition } = request;
    const name = variableName(toolkit, scheme);
    if (definition.type === "mutualTLS") return certificate(env, name);
    const ready = env[name];
    if (ready) return ready;
    const clientId = env[`${name}_CLIENT_ID`];
    const clientSecret = env[`${name}_CLIENT_SECRET`] || undefined;
    const audience = env[`${name}_AUDIENCE`];
    const client =
      hasClient(definition) && clientId && clientSecret
        ? { clientId, clientSecret, ...(audience && { parameters: { audience } }) }
        : undefined;
    // Whoever signed in did so for these calls; the client alone is the same for all.
    return hasLogin(definition) ? fromLogins(request, clientSecret).then((login) => login ?? client) : client;
  };
}

async function certificate(env: Environment, name: string): Promise<ClientCertificate | undefined> {
  const cert = env[`${name}_CERT`];
  const key = env[`${name}_KEY`];
  if (!cert || !key) return undefined;
  const { readCertificate } = await import("./certificate.js");
  return readCertificate(name, { cert, key, ca: env[`${name}_CA`], passphrase: env[`${name}_PASSPHRASE`] });
}
