/** As much of it as the tests use. */
declare module "oidc-provider" {
  import type { Server } from "node:http";
  export interface AccessToken {
    readonly isValid: boolean;
    readonly scope?: string;
  }
  export default class Provider {
    constructor(issuer: string, configuration: object);
    readonly AccessToken: { find(value: string): Promise<AccessToken | undefined> };
    callback(): (request: unknown, response: unknown) => void;
    on(event: string, listener: (...args: readonly unknown[]) => void): this;
    listen(port: number, host: string): Server;
  }
}
