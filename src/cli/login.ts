/** `toolgen login`: a person signs in, or out. */
import { variablesInWords } from "../runtime/auth/credentials.js";
import type { LoginStore } from "../runtime/auth/logins/store.js";
import type { UserLogins } from "../runtime/auth/logins/user.js";
import type { SignInPrompt } from "../runtime/auth/sign-in/plan.js";
import type { SignInMethod } from "../runtime/auth/sign-in/server.js";
import { ToolError } from "../runtime/call/errors.js";
import { hasLogin } from "../tool/flows.js";
import type { AuthScheme, Toolkit } from "../tool/types.js";
import { variableName } from "../tool/variable.js";
import { openBrowser } from "./browser.js";
import type { Invocation } from "./command.js";
import { readEnvironment } from "./environment.js";
import { loadToolkits } from "./loader/toolkit.js";
import * as o from "./options.js";
import { browserText, codeText, signedInText, signedOutText } from "./report/login.js";
import type { Environment, Terminal } from "./terminal.js";
import { CommandError, UsageError } from "./usage.js";

const PATIENCE_MS = 5 * 60_000;

export async function run(invocation: Invocation): Promise<number> {
  const { positionals, flags, terminal } = invocation;
  const [folder = "", named] = positionals;
  const env = readEnvironment(flags.get(o.envFile) ?? [], terminal.env, terminal.cwd);
  const [loaded] = await loadToolkits([folder], terminal.cwd);
  if (!loaded) throw new UsageError(`There is no toolkit in ${folder}`);
  const { toolkit } = loaded;
  const scheme = await schemeOf(toolkit, named);
  try {
    return await (flags.on(o.revoke) ? leave : enter)(invocation, toolkit, scheme, env);
  } catch (cause) {
    if (cause instanceof ToolError)
      throw new CommandError(cause.message.replace(/^Not sent: /, ""), cause.facts.hint, { cause });
    throw cause;
  }
}

async function enter(
  { flags, terminal }: Invocation,
  toolkit: Toolkit,
  scheme: string,
  env: Environment,
): Promise<number> {
  const variable = variableName(toolkit.name, scheme);
  const clientId = env[`${variable}_CLIENT_ID`];
  if (!clientId) {
    throw new CommandError(
      `${variable}_CLIENT_ID is not set`,
      `The service gives an id to each client that is registered with it; and a secret, for ${variable}_CLIENT_SECRET, to some.`,
    );
  }
  const clientSecret = env[`${variable}_CLIENT_SECRET`];
  const patience = AbortSignal.timeout(flags.get(o.patience) ?? PATIENCE_MS);
  const interrupted = terminal.interruption();
  const store = await storeOf(env);
  const { signIn } = await import("../runtime/auth/sign-in/sign-in.js");
  const port = flags.get(o.port);
  const given = flags.get(o.scope);
  try {
    const login = await signIn({
      toolkit,
      scheme,
      method: methodOf(toolkit.auth?.[scheme], flags.on(o.device)),
      client: { clientId, ...(clientSecret && { clientSecret }) },
      scopes: given ? [...(await scopesBefore(toolkit, scheme, store)), ...given] : await neededScopes(toolkit, scheme),
      ...(port !== undefined && { port }),
      store,
      fetch: globalThis.fetch,
      signal: AbortSignal.any([patience, interrupted]),
      tell: promptOn(terminal, flags.get(o.browser) ?? terminal.interactive),
    });
    if (flags.on(o.json)) {
      const { scopes, expiresAt, refresh } = login;
      const ends = expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt).toISOString() };
      const about = { scopes, ...ends, renewable: refresh !== undefined, kept: store.place() };
      const report = { toolkit: toolkit.name, scheme, ...about };
      await terminal.print(`${JSON.stringify(report, null, 2)}\n`);
    } else {
      const file = { folder: store.folder, wanted: env["TOOLGEN_LOGINS"] === "file" };
      const at = store.place() === "keychain" ? ({ keychain: true } as const) : file;
      terminal.say(signedInText(toolkit.name, scheme, login, at, terminal.paint.err));
    }
    return 0;
  } catch (cause) {
    if (interrupted.aborted) throw new CommandError("Nobody was signed in", undefined, { cause });
    if (patience.aborted) throw new CommandError("Nobody signed in in time", "--timeout waits longer.", { cause });
    throw cause;
  }
}

async function leave(
  { flags, terminal }: Invocation,
  toolkit: Toolkit,
  scheme: string,
  env: Environment,
): Promise<number> {
  const { signOut } = await import("../runtime/auth/sign-in/sign-out.js");
  const clientSecret = env[`${variableName(toolkit.name, scheme)}_CLIENT_SECRET`];
  const outcome = await signOut({
    toolkit,
    scheme,
    ...(clientSecret && { clientSecret }),
    store: await storeOf(env),
    fetch: globalThis.fetch,
    signal: terminal.interruption(),
  });
  if (flags.on(o.json))
    await terminal.print(`${JSON.stringify({ toolkit: toolkit.name, scheme, outcome }, null, 2)}\n`);
  else terminal.say(signedOutText(toolkit.name, scheme, outcome, terminal.paint.err));
  return outcome === "failed" ? 1 : 0;
}

async function schemeOf({ name, auth = {} }: Toolkit, named: string | undefined): Promise<string> {
  const able = Object.keys(auth).filter((scheme) => hasLogin(auth[scheme]));
  if (named !== undefined && able.includes(named)) return named;
  const set = (schemes: readonly string[]): string =>
    `Set ${schemes.map((scheme) => variablesInWords(name, scheme, auth[scheme])).join(" or ")} instead.`;
  if (named !== undefined && Object.hasOwn(auth, named))
    throw new CommandError(`Nobody can sign in with the scheme ${named} of ${name}: it has no login`, set([named]));
  if (able.length === 0) {
    const schemes = Object.keys(auth);
    throw new CommandError(
      `Nobody can sign in to ${name}: it has no OAuth 2 flow for a person`,
      schemes.length > 0 ? set(schemes) : "It needs no credentials.",
    );
  }
  if (named !== undefined) {
    const { nearest } = await import("../tool/nearest.js");
    const [near] = nearest(named, able, 1);
    throw new UsageError(
      `${name} has no scheme ${named}`,
      near === undefined ? `Its schemes with a login: ${able.join(", ")}.` : `Did you mean ${near}?`,
    );
  }
  const [only, another] = able;
  if (only === undefined || another !== undefined)
    throw new UsageError(`${name} has several schemes to sign in with`, `Name one of ${able.join(", ")}.`);
  return only;
}

function methodOf(definition: AuthScheme | undefined, device: boolean): SignInMethod {
  if (device) return "device";
  return definition?.type === "oauth2" && !definition.flows.authorizationCode ? "device" : "code";
}

/** All that the tools of the toolkit ask for. */
async function neededScopes({ tools }: Toolkit, scheme: string): Promise<readonly string[]> {
  const scopes = new Set<string>();
  for (const source of Object.values(tools)) {
    const tool = "load" in source ? await source.load() : source;
    const requirements = "auth" in tool ? (tool.auth ?? []) : [];
    for (const requirement of requirements) for (const scope of requirement[scheme] ?? []) scopes.add(scope);
  }
  return [...scopes].sort();
}

async function scopesBefore(
  { name, origins = [] }: Toolkit,
  scheme: string,
  store: LoginStore,
): Promise<readonly string[]> {
  const { signedIn } = await import("../runtime/auth/logins/signed-in.js");
  return (await signedIn(store, { toolkit: name, scheme, origins }))?.login.scopes ?? [];
}

async function storeOf(env: Environment): Promise<UserLogins> {
  const { userLogins } = await import("../runtime/auth/logins/user.js");
  return userLogins(env);
}

function promptOn(terminal: Terminal, opens: boolean): SignInPrompt {
  const { err: paint } = terminal.paint;
  return {
    open(url) {
      terminal.say(browserText(url, opens, paint));
      if (opens) openBrowser(url);
    },
    enter: (prompt) => terminal.say(codeText(prompt, paint)),
  };
}
