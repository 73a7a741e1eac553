/** Headers that neither a caller's argument nor a credential may set. */

/** RFC 9110 §7.6.1, and what changes where a message goes, how it ends, or what it does. */
const TRANSPORT =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|proxy-.*|cookie2?|set-cookie2?|x-http-method(?:-override)?|x-method-override|x-forwarded(?:-.*)?|forwarded|x-real-ip|x-original-url|x-rewrite-url|via|sec-.*|access-control-.*|content-encoding)$/;

/** What decides how a message travels. */
export function isTransportHeader(name: string): boolean {
  return TRANSPORT.test(name.toLowerCase());
}

/** What no credential may travel in. */
export function isReservedHeader(name: string): boolean {
  return isTransportHeader(name) || /^(?:accept|content-type|accept-encoding)$/i.test(name);
}
