/** What a toolkit is written from, as the user names it. */
export type Source =
  | { readonly kind: "openapi"; readonly spec: string }
  | { readonly kind: "graphql"; readonly schema: readonly string[] };
