/** OpenAPI Security Requirement Object: which schemes a call uses, and their values. */
import { hasLogin } from "../../tool/flows.js";
import type { AuthRequirement } from "../../tool/types.js";
import { aborted } from "../call/abort.js";
import type { Call } from "../call/call.js";
import { ToolError } from "../call/errors.js";
import { cannotSend } from "./apply.js";
import { type Credential, type CredentialProvider, loginInWords, variablesInWords } from "./credentials.js";
import { refusedOrigin } from "./origin.js";
import { within } from "./wait.js";

/** One scheme that a call will use. */
export interface ChosenScheme {
  readonly scheme: string;
  readonly scopes: readonly string[];
  /** Absent: the host's `sign` sees to it. */
  readonly credential?: Credential;
}

/** A provider that does not answer must not hold a call for ever. */
const PROVIDER_TIMEOUT_MS = 30_000;

/**
 * The first requirement whose schemes are all there; the empty one only when no other can be met. A part of a
 * requirement is never sent. Nothing is asked for when the origin may not have it.
 */
export async function solveAuth(
  call: Call,
  tool: { readonly auth?: readonly AuthRequirement[] },
  origin: string,
  provider: CredentialProvider,
  timeoutMs: number = PROVIDER_TIMEOUT_MS,
): Promise<readonly ChosenScheme[]> {
  const requirements = tool.auth ?? [];
  const needed = requirements.filter((r) => Object.keys(r).length > 0);
  const anonymous = needed.length < requirements.length || requirements.length === 0;
  if (needed.length === 0) return [];
  const refusal = refusedOrigin(origin, call.registration);
  if (refusal) {
    if (anonymous) return [];
    throw new ToolError("credentials_missing", `Not sent: ${refusal.reason}.`, { hint: refusal.hint });
  }
  const sendable = needed.filter((requirement) => obstacle(requirement, call, origin) === undefined);
  const asked = new Map<string, Credential | undefined>();
  const ask = async (scheme: string, scopes: readonly string[]): Promise<Credential | undefined> => {
    const key = `${scheme} ${scopes.join(" ")}`;
    if (!asked.has(key)) asked.set(key, await askProvider(scheme, scopes, call, provider, timeoutMs));
    return asked.get(key);
  };
  for (const requirement of sendable) {
    const chosen = await meet(requirement, call, ask);
    if (chosen) return chosen;
  }
  if (anonymous) return [];
  // What no provider has is for whoever signs; but only schemes that the document defines.
  const [left] = call.registration.sign ? needed.filter((requirement) => isDefined(requirement, call)) : [];
  if (left) return leaveToHost(left, call, ask);
  const [first] = needed;
  const stopped = sendable.length === 0 && first ? obstacle(first, call, origin) : undefined;
  if (stopped) throw stopped;
  throw new ToolError("credentials_missing", "Not sent: the call needs credentials that are not there.", {
    hint: hintFor(sendable, call),
  });
}

/** Why a requirement cannot be met, whatever credentials there are. */
function obstacle(requirement: AuthRequirement, call: Call, origin: string): ToolError | undefined {
  const schemes = call.registration.toolkit.auth ?? {};
  for (const scheme of Object.keys(requirement)) {
    const definition = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
    const reason = definition && cannotSend(scheme, definition);
    if (reason) return reason;
    if (definition?.type === "mutualTLS" && !origin.startsWith("https:")) {
      return new ToolError(
        "unsupported",
        `The security scheme ${scheme} asks for a client certificate, and ${origin} is not encrypted.`,
        {
          hint: "Use an https server; --base-url names another one.",
        },
      );
    }
  }
  return undefined;
}

const isDefined = (requirement: AuthRequirement, call: Call): boolean =>
  Object.keys(requirement).every((scheme) => Object.hasOwn(call.registration.toolkit.auth ?? {}, scheme));

type Ask = (scheme: string, scopes: readonly string[]) => Promise<Credential | undefined>;

async function meet(requirement: AuthRequirement, call: Call, ask: Ask): Promise<ChosenScheme[] | undefined> {
  const names = Object.keys(requirement);
  if (!isDefined(requirement, call)) return undefined;
  const chosen: ChosenScheme[] = [];
  for (const scheme of names) {
    const scopes = requirement[scheme] ?? [];
    const credential = await ask(scheme, scopes);
    if (credential === undefined || credential === null) return undefined;
    chosen.push({ scheme, scopes, credential });
  }
  return chosen;
}

/** What there is of a requirement; the host's `sign` sees to the rest. */
function leaveToHost(requirement: AuthRequirement, call: Call, ask: Ask): Promise<ChosenScheme[]> {
  const chosen = Object.entries(requirement).map(async ([scheme, scopes]) => {
    const definition = call.registration.toolkit.auth?.[scheme];
    const credential = definition && cannotSend(scheme, definition) ? undefined : await ask(scheme, scopes);
    return { scheme, scopes, ...(credential && { credential }) };
  });
  return Promise.all(chosen);
}

async function askProvider(
  scheme: string,
  scopes: readonly string[],
  call: Call,
  provider: CredentialProvider,
  timeoutMs: number,
): Promise<Credential | undefined> {
  const { toolkit } = call.registration;
  const definition = toolkit.auth?.[scheme];
  if (definition === undefined) return undefined;
  let given: unknown;
  try {
    const answer = provider({
      toolkit: toolkit.name,
      scheme,
      definition,
      scopes,
      origins: toolkit.origins ?? [],
      context: call.context,
      signal: call.signal,
    });
    given = isThenable(answer) ? await within(answer, call.signal, timeoutMs) : answer;
  } catch (cause) {
    if (call.signal.aborted) throw aborted(call.signal);
    // Made for those who see it, as that of a client certificate.
    if (cause instanceof ToolError && cause.code === "credentials_missing") throw cause;
    throw new ToolError(
      "credentials_missing",
      `Not sent: the provider of the credential ${scheme} failed.`,
      {
        hint: "This is for whoever runs the host, not for the model: look at the credential provider.",
      },
      { cause },
    );
  }
  if (given === undefined || given === null) return undefined;
  if (isCredential(given)) return given;
  throw new ToolError("credentials_missing", `Not sent: what the provider gives for ${scheme} is no credential.`, {
    hint: "This is for whoever runs the host: a credential is a text, { clientId, clientSecret }, { cert, key } or a stored login.",
  });
}

/** As JavaScript may give it. */
function isCredential(given: unknown): given is Credential {
  if (typeof given === "string") return true;
  if (typeof given !== "object" || given === null) return false;
  if ("login" in given) return isObject(given.login) && "store" in given && isObject(given.store) && "key" in given;
  return "cert" in given || ("clientId" in given && typeof given.clientId === "string");
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Promises of other realms and libraries too. */
function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function hintFor(requirements: readonly AuthRequirement[], call: Call): string {
  const { toolkit } = call.registration;
  const known = requirements.filter((requirement) => isDefined(requirement, call));
  if (known.length === 0)
    return "The document asks for a security scheme that it does not define, so no credential fits.";
  const ways = known.map((r) =>
    Object.keys(r)
      .map((scheme) => variablesInWords(toolkit.name, scheme, toolkit.auth?.[scheme]))
      .join(" and "),
  );
  const logins = [...new Set(known.flatMap((r) => Object.keys(r)))].filter((scheme) =>
    hasLogin(toolkit.auth?.[scheme]),
  );
  return [
    `Whoever runs the host has to set ${[...new Set(ways)].join(", or ")}.`,
    ...logins.map((scheme) => loginInWords(toolkit.name, scheme)),
  ].join(" ");
}
