/** AWS Signature Version 4 as a `sign`: for API Gateway and the services of AWS but S3, which writes paths in another way. */
import { createHash, createHmac } from "node:crypto";
import type { SignRequest } from "toolgen/runtime";

export interface AwsKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of temporary keys. */
  readonly sessionToken?: string;
}

/** `keyOf`: whose key signs a call, by its `context`; `now` is for tests. */
export function awsSignature(
  keyOf: (context: unknown) => AwsKey,
  { region, service, now = () => new Date() }: { region: string; service: string; now?: () => Date },
): SignRequest {
  return ({ method, url, headers, body = "", context }) => {
    const { accessKeyId, secretAccessKey, sessionToken } = keyOf(context);
    const { host, pathname, search } = new URL(url);
    const time = now()
      .toISOString()
      .replaceAll(/[-:]|\.\d+/g, "");
    const day = time.slice(0, 8);
    const signed: Record<string, string> = {
      ...(headers["content-type"] !== undefined && { "content-type": headers["content-type"] }),
      host,
      "x-amz-date": time,
      ...(sessionToken !== undefined && { "x-amz-security-token": sessionToken }),
    };
    const names = Object.keys(signed).sort();
    const query = search.slice(1).split("&").filter(Boolean);
    const canonical = [
      method,
      pathname.split("/").map(encodeURIComponent).join("/"),
      query
        .map((pair) => (pair.includes("=") ? pair : `${pair}=`))
        .sort()
        .join("&"),
      ...names.map((name) => `${name}:${signed[name]?.trim().replaceAll(/ +/g, " ")}`),
      "",
      names.join(";"),
      sha256(body),
    ].join("\n");
    const scope = `${day}/${region}/${service}/aws4_request`;
    const key = [day, region, service, "aws4_request"].reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
    const signature = hmac(key, ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n")).toString("hex");
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names.join(";")}, Signature=${signature}`;
    const { host: _host, "content-type": _type, ...added } = signed;
    return { headers: { ...added, authorization } };
  };
}

const sha256 = (data: string | Uint8Array): string => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string): Buffer => createHmac("sha256", key).update(data).digest();
