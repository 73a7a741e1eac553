/** Which leaves of a type tell most about it. */
import { type GraphQLNamedOutputType, isEnumType } from "graphql";
import { wordsOf } from "../words.js";

/** What people and other tools call a thing by, the most useful first. */
const IDENTITY = [
  "id",
  "number",
  "key",
  "identifier",
  "handle",
  "slug",
  "login",
  "code",
  "sku",
  "name",
  "title",
  "full name",
  "display name",
  "name with owner",
  "label",
  "email",
  "type",
  "kind",
  "state",
  "status",
  "url",
];

const BODY = new Set([
  "description",
  "body",
  "summary",
  "text",
  "message",
  "content",
  "value",
  "amount",
  "total",
  "price",
  "currency",
  "reason",
  "field",
  "path",
]);
const FLAG = new Set(["is", "has", "can", "viewer"]);
const LINK = new Set(["id", "ids", "url", "urls", "uri", "path", "href"]);

/** Lower is better; below `IDENTITY_END`: a name of the thing. */
export function leafRank(name: string, type: GraphQLNamedOutputType): number {
  const words = wordsOf(name);
  const place = IDENTITY.indexOf(words.join(" "));
  if (place >= 0) return place;
  const [first = ""] = words;
  const last = words.at(-1) ?? "";
  if (first === "created" || first === "updated") return IDENTITY_END;
  if (FLAG.has(first)) return IDENTITY_END + 4;
  if (words.length > 1 && LINK.has(last)) return IDENTITY_END + 5;
  if (BODY.has(last) || BODY.has(first)) return IDENTITY_END + 1;
  return IDENTITY_END + (isEnumType(type) ? 2 : 3);
}

export const IDENTITY_END: number = IDENTITY.length;
