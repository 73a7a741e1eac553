/** OpenAPI Security Requirement Object: which schemes a call uses, and their values. */
import type { AuthRequirement, HttpToolDefinition } from "../../tool/types.js";
import { aborted } from "../abort.js";
import type { Call } from "../call.js";
import { ToolError } from "../errors.js";
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
  tool: HttpToolDefinition,
  origin: string,
  provider: CredentialProvider,
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
  const asked = new Map<string, Credential | undefined>();
  for (const requirement of needed) {
    const chosen = await meet(requirement, call, provider, asked);
    if (chosen) return chosen;
  }
  if (anonymous) return [];
  throw new ToolError("credentials_missing", "Not sent: the call needs credentials that are not there.", {
    hint: hintFor(needed, call),
  });
}

async function meet(
  requirement: AuthRequirement,
  call: Call,
  provider: CredentialProvider,
  asked: Map<string, Credential | undefined>,
): Promise<ChosenScheme[] | undefined> {
  const schemes = call.registration.toolkit.auth ?? {};
  const chosen: ChosenScheme[] = [];
  for (const [scheme, scopes] of Object.entries(requirement)) {
    if (!Object.hasOwn(schemes, scheme)) return undefined;
    const key = `${scheme} ${scopes.join(" ")}`;
    if (!asked.has(key)) asked.set(key, await ask(scheme, scopes, call, provider));
    const credential = asked.get(key);
    if (credential === undefined) return undefined;
    chosen.push({ scheme, scopes, credential });
  }
  return chosen;
}

async function ask(
  scheme: string,
  scopes: readonly string[],
  call: Call,
  provider: CredentialProvider,
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
    return await (answer instanceof Promise
      ? until(answer, AbortSignal.any([call.signal, AbortSignal.timeout(PROVIDER_TIMEOUT_MS)]))
      : answer);
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

function until<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
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
