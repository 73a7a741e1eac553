/** What is used of aws4. */
declare module "aws4" {
  interface Request {
    readonly method: string;
    readonly host: string;
    readonly path: string;
    readonly service: string;
    readonly region: string;
    readonly body?: string | Buffer;
    readonly extraHeadersToIgnore: Readonly<Record<string, true>>;
    headers: Record<string, string>;
  }
  export function sign(request: Request, key: { accessKeyId: string; secretAccessKey: string }): Request;
}
