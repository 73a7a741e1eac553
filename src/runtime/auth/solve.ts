/** OpenAPI Security Requirement Object: which schemes a call uses, and their values. */
import type { AuthRequirement } from "../../tool/types.js";
import { aborted } from "../abort.js";
import type { Call } from "../call.js";
import { ToolError } from "../errors.js";
import { expectManyListeners } from "../http/signal.js";
import { cannotSend } from "./apply.js";
import { type Credential, type CredentialProvider, variablesInWords } from "./credentials.js";
import { refusedOrigin } from "./origin.js";

/** One scheme that a call will use. */
export interface ChosenScheme {
  readonly scheme: string;
  readonly scopes: readonly string[];
  readonly credential: Credential;
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
  const sendable = needed.filter((requirement) => obstacle(requirement, call) === undefined);
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
  const [first] = needed;
  const stopped = sendable.length === 0 && first ? obstacle(first, call) : undefined;
  if (stopped) throw stopped;
  throw new ToolError("credentials_missing", "Not sent: the call needs credentials that are not there.", {
    hint: hintFor(sendable, call),
  });
}

/** Why a requirement cannot be met, whatever credentials there are. */
function obstacle(requirement: AuthRequirement, call: Call): ToolError | undefined {
  const schemes = call.registration.toolkit.auth ?? {};
  for (const scheme of Object.keys(requirement)) {
    const definition = Object.hasOwn(schemes, scheme) ? schemes[scheme] : undefined;
    const reason = definition && cannotSend(scheme, definition);
    if (reason) return reason;
  }
  return undefined;
}

type Ask = (scheme: string, scopes: readonly string[]) => Promise<Credential | undefined>;

async function meet(requirement: AuthRequirement, call: Call, ask: Ask): Promise<ChosenScheme[] | undefined> {
  const schemes = call.registration.toolkit.auth ?? {};
  const names = Object.keys(requirement);
  if (!names.every((scheme) => Object.hasOwn(schemes, scheme))) return undefined;
  const chosen: ChosenScheme[] = [];
  for (const scheme of names) {
    const scopes = requirement[scheme] ?? [];
    const credential = await ask(scheme, scopes);
    if (credential === undefined || credential === null) return undefined;
    chosen.push({ scheme, scopes, credential });
  }
  return chosen;
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
  try {
    const answer = provider({
      toolkit: toolkit.name,
      scheme,
      definition,
      scopes,
      context: call.context,
      signal: call.signal,
    });
    return isThenable(answer) ? await until(answer, call.signal, timeoutMs) : answer;
  } catch (cause) {
    if (call.signal.aborted) throw aborted(call.signal);
    throw new ToolError(
      "credentials_missing",
      `Not sent: the provider of the credential ${scheme} failed.`,
      {
        hint: "This is for whoever runs the host, not for the model: look at the credential provider.",
      },
      { cause },
    );
  }
}

/** Promises of other realms and libraries too. */
function isThenable<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

function until<T>(promise: PromiseLike<T>, signal: AbortSignal, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    const timer = setTimeout(() => reject(new Error("The provider did not answer.")), timeoutMs);
    expectManyListeners(signal);
    signal.addEventListener("abort", stop, { once: true });
    Promise.resolve(promise)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener("abort", stop);
      });
    if (signal.aborted) stop();
  });
}

function hintFor(requirements: readonly AuthRequirement[], call: Call): string {
  const { toolkit } = call.registration;
  const known = requirements.filter((r) => Object.keys(r).every((scheme) => Object.hasOwn(toolkit.auth ?? {}, scheme)));
  if (known.length === 0)
    return "The document asks for a security scheme that it does not define, so no credential fits.";
  const ways = known.map((r) =>
    Object.keys(r)
      .map((scheme) => variablesInWords(toolkit.name, scheme, toolkit.auth?.[scheme]))
      .join(" and "),
  );
  return `Whoever runs the host has to set ${[...new Set(ways)].join(", or ")}.`;
}
