/** Name resolution that decides and pins at once: what is checked is what the socket connects to. */
import { type LookupAddress, lookup as systemLookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isInternal, isLoopbackAddress } from "./address.js";

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveByDns: Resolve = (hostname) =>
  new Promise((done, fail) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

/**
 * `trusted` hosts are those that the user named as the document's own address: they may be anywhere, but stay where they
 * were first. All others must be public; `localhost` must be this machine.
 */
export function pinnedLookup(resolve: Resolve, trusted: ReadonlySet<string>): LookupFunction {
  const pinned = new Map<string, Promise<readonly LookupAddress[]>>();

  async function addressesOf(hostname: string): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(hostname);
    const wrong = trusted.has(hostname)
      ? undefined
      : addresses.find(({ address }) => (hostname === "localhost" ? !isLoopbackAddress(address) : isInternal(address)));
    if (wrong) throw new AddressRefused(`${hostname} is the internal address ${wrong.address}`);
    return addresses;
  }

  return (hostname, options, callback) => {
    const known = pinned.get(hostname) ?? addressesOf(hostname);
    pinned.set(hostname, known);
    known.then(
      (all) => {
        const family = typeof options.family === "number" ? options.family : 0;
        const fitting = family === 0 ? all : all.filter((a) => a.family === family);
        const [first] = fitting;
        if (!first) callback(new AddressRefused(`${hostname} has no address`), "");
        else if (options.all) callback(null, [...fitting]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ""),
    );
  };
}
