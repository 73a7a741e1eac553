/** Where the bytes of one file come from; what it refers to is relative to that. */
export type Origin =
  | { readonly kind: "path"; readonly path: string }
  | { readonly kind: "url"; readonly url: URL }
  | { readonly kind: "stream" };

export interface Source {
  readonly origin: Origin;
  readonly bytes: Uint8Array;
}

/** Never with user info, query or fragment: these may hold secrets. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}
