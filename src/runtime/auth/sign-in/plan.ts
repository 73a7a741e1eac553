/** What a sign-in is made of. */
import type { Toolkit } from "../../../tool/types.js";
import type { OAuthClient } from "../credentials.js";
import type { LoginStore } from "../logins/store.js";
import type { Fetch } from "../protocol.js";
import type { SignInMethod, SignInServer } from "./server.js";

export interface SignInOptions {
  readonly toolkit: Toolkit;
  readonly scheme: string;
  readonly method: SignInMethod;
  readonly client: OAuthClient;
  /** To ask for; OpenID Connect's own are added. */
  readonly scopes: readonly string[];
  /** Of the listener, where the client is registered with one. Default: any that is free. */
  readonly port?: number;
  readonly store: LoginStore;
  readonly fetch: Fetch;
  readonly signal: AbortSignal;
  readonly tell: SignInPrompt;
}

/** What a person has to do. */
export interface SignInPrompt {
  /** Opens a page, or says which. */
  open(url: string): void;
  /** `complete`: the page with the code entered already. Both come from the service. */
  enter(prompt: { readonly url: string; readonly code: string; readonly complete?: string }): void;
}

export interface SignIn extends SignInOptions {
  readonly server: SignInServer;
}
