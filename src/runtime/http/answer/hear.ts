/** What an answer says of the upstream's quotas, for whoever keeps them. */

import { toldIn } from "../../quota/told/feedback.js";
import type { Told } from "../../quota/told/told.js";
import { vendorOf } from "../../quota/told/vendor.js";
import type { Registration } from "../../registry/registration.js";
import type { Answer } from "../message.js";

/** Bytes of an error's body that are looked at. */
const LOOKED_AT = 2000;

export function hear({ status, header, bytes }: Answer, registration: Registration): Told {
  const text = status < 400 ? "" : Buffer.from(bytes.subarray(0, LOOKED_AT)).toString("latin1");
  return toldIn(status, header, text, vendorOf(registration), Date.now());
}
