/** GET without credentials. */
import { createExchange, type FetchOptions } from "./exchange.js";
import { ReadFault } from "./fault.js";
import { type Source, shownUrl } from "./origin.js";

/** Throws `ReadFault`. */
export type FetchBytes = (url: URL, limit: number) => Promise<Source>;

const ACCEPT = "application/json, application/yaml, application/vnd.oai.openapi+json, text/yaml, */*;q=0.5";

/** Redirects are followed within the origin only. */
export function createFetch(options: FetchOptions): FetchBytes {
  const exchange = createExchange(options);
  return async (url, limit) => {
    const answer = await exchange(url, { method: "GET", headers: { accept: ACCEPT } }, limit);
    if (answer.status < 200 || answer.status > 299) {
      throw new ReadFault("FETCH_FAILED", `${shownUrl(answer.url)} answers ${answer.status}`, cureOf(answer.status));
    }
    return { origin: { kind: "url", url: answer.url }, bytes: answer.bytes };
  };
}

/** Where there is more to say than the code's own cure. */
function cureOf(status: number): { readonly fix?: string } {
  if (status === 401 || status === 403)
    return { fix: "It wants credentials: download it with these, and name the file." };
  return status === 429 || status >= 500 ? { fix: "Try again later; or download the document and name the file." } : {};
}
