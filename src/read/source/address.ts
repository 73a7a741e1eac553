/** Which addresses a document that someone else wrote may make us connect to. */
import { BlockList, isIP } from "node:net";

const INTERNAL = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  INTERNAL.addSubnet(net, bits, "ipv4");
}

// Of IPv6 only what is routed in public (2000::/3) passes; of that, not what carries an IPv4 address or is reserved.
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet("2000::", 3, "ipv6");
const RESERVED_V6 = new BlockList();
RESERVED_V6.addSubnet("2001::", 23, "ipv6");
RESERVED_V6.addSubnet("2001:db8::", 32, "ipv6");
RESERVED_V6.addSubnet("2002::", 16, "ipv6");
RESERVED_V6.addSubnet("3fff::", 20, "ipv6");

/** Loopback, private, link-local, reserved; and whatever is no address. */
export function isInternal(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return INTERNAL.check(address, "ipv4");
    case 6:
      return !PUBLIC_V6.check(address, "ipv6") || RESERVED_V6.check(address, "ipv6");
    default:
      return true;
  }
}

/** `hostname` as a WHATWG URL gives it: lower case, IPv6 in brackets, every spelling of an IPv4 address folded. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

export function isLoopbackAddress(address: string): boolean {
  return address === "::1" || (isIP(address) === 4 && address.startsWith("127."));
}
