/** What kind of no a GraphQL error is. The specification has no codes; each server has its own. */
import { isRecord } from "../schema.js";

/** In the order of their weight: what the first of these among the errors says goes for the call. */
export const KINDS = ["throttled", "auth", "scope", "validation", "not_found", "upstream"] as const;
export type Kind = (typeof KINDS)[number];

/** Codes without case and separators. */
const CODES: Readonly<Record<Kind, readonly string[]>> = {
  throttled: [
    // Shopify, GitHub, Linear, Contentful, Hasura, monday.com.
    ...["THROTTLED", "RATELIMITED", "RATELIMIT", "RATELIMITEXCEEDED", "TOOMANYREQUESTS"],
    ...["COMPLEXITYEXCEPTION", "COMPLEXITYBUDGETEXHAUSTED", "CONCURRENCYLIMITEXCEEDED", "MINUTELIMITEXCEEDED"],
  ],
  auth: [
    // Apollo, Linear, DGS, Lighthouse, Hasura, Saleor, monday.com.
    ...["UNAUTHENTICATED", "UNAUTHORIZED", "AUTHENTICATIONERROR", "AUTHENTICATION", "AUTHENTICATIONREQUIRED"],
    ...["INVALIDJWT", "INVALIDHEADERS", "EXPIREDSIGNATUREERROR", "INVALIDTOKENERROR", "NOTAUTHENTICATED"],
    ...["AUTHNOTAUTHENTICATED", "USERUNAUTHORIZEDEXCEPTION", "TOKENEXPIRED", "INVALIDTOKEN"],
  ],
  scope: [
    // GitHub, Shopify, Apollo, Linear, DGS, Lighthouse, Hasura, Saleor, Hot Chocolate.
    ...["INSUFFICIENTSCOPES", "FORBIDDEN", "ACCESSDENIED", "PERMISSIONDENIED", "PERMISSIONERROR"],
    ...["AUTHORIZATION", "AUTHORIZATIONERROR", "AUTHNOTAUTHORIZED", "NOTAUTHORIZED", "UNAUTHORIZEDFIELDORTYPE"],
    ...["FORBIDDENERROR", "MISSINGSCOPE", "INSUFFICIENTPERMISSIONS", "FEATURENOTACCESSIBLE"],
  ],
  validation: [
    // Apollo, DGS and graphql-java, graphql-ruby, Hasura, Linear, Hot Chocolate, GitHub, Shopify.
    ...["GRAPHQLPARSEFAILED", "GRAPHQLVALIDATIONFAILED", "BADUSERINPUT", "BADREQUEST", "VALIDATIONERROR"],
    ...["UNDEFINEDFIELD", "UNDEFINEDTYPE", "ARGUMENTLITERALSINCOMPATIBLE", "MISSINGREQUIREDARGUMENTS"],
    ...["VALIDATIONFAILED", "VALIDATION", "CONSTRAINTVIOLATION", "INVALIDINPUT", "USERINPUTERROR", "UNPROCESSABLE"],
    ...["ARGUMENTNOTACCEPTED", "VARIABLEMISMATCH", "INVALIDSYNTAX", "MAXCOSTEXCEEDED", "MAXNODELIMITEXCEEDED"],
    ...["EXCESSIVEPAGINATION", "MISSINGPAGINATIONBOUNDARIES", "QUERYTOOCOMPLEX", "INVALIDVARIABLE", "FIELDUNDEFINED"],
    ...["INVALID", "REQUIRED", "GRAPHQLERROR", "ARGUMENTERROR", "PARSEFAILED", "HC0011", "HC0014", "HC0016", "HC0044"],
  ],
  not_found: ["NOTFOUND", "ENTITYNOTFOUND", "RESOURCENOTFOUND", "RECORDNOTFOUND", "DOESNOTEXIST", "UNRESOLVEDNODE"],
  upstream: [
    ...["INTERNALSERVERERROR", "INTERNALERROR", "INTERNAL", "SERVICEUNAVAILABLE", "UNAVAILABLE", "TIMEOUT"],
    ...["DOWNSTREAMSERVICEERROR", "DATAFETCHINGEXCEPTION", "UNEXPECTED", "LOCKTIMEOUT"],
  ],
};

const KIND_OF: ReadonlyMap<string, Kind> = new Map(KINDS.flatMap((kind) => CODES[kind].map((code) => [code, kind])));

/** Where servers put them: GitHub; Apollo, Shopify, Hasura; Contentful; DGS; Linear; graphql-java; Saleor; Lighthouse; Strapi. */
const PLACES: readonly (readonly string[])[] = [
  ["type"],
  ["extensions", "code"],
  ["extensions", "contentful", "code"],
  ["extensions", "errorType"],
  ["extensions", "type"],
  ["extensions", "classification"],
  ["extensions", "exception", "code"],
  ["extensions", "category"],
  ["extensions", "error", "name"],
  ["extensions", "error_code"],
];

/** Where there is no code that is known: the words of the reference implementation and of the services that have none. */
const WORDS: readonly (readonly [Kind, RegExp])[] = [
  ["throttled", /\brate.?limit|\bsecondary rate|too many requests|throttl/i],
  [
    "scope",
    /required scopes|access denied|permission denied|not authori[sz]ed|don't have permission|Required access:/i,
  ],
  ["auth", /not logged in|unauthenticated|authentication (?:required|failed)|invalid (?:api key|access token|jwt)/i],
  [
    "validation",
    /^(?:Cannot query field|Unknown (?:field|argument|type)|Variable ["'$]|Syntax Error|Validation error)/,
  ],
  ["validation", /^(?:Field ['"`]?[\w.]+['"`]? (?:doesn't exist|of type)|Argument ['"`])/],
  ["not_found", /^(?:Could not resolve to an? |.{0,80} not found\b)/i],
];

const BY_STATUS: Readonly<Record<number, Kind>> = {
  400: "validation",
  401: "auth",
  403: "scope",
  404: "not_found",
  422: "validation",
  429: "throttled",
};

/** The code that a server gives an error, as it writes it. */
export function codeOf(error: Readonly<Record<string, unknown>>): string | undefined {
  const codes = codesOf(error);
  return codes.find((code) => KIND_OF.has(plain(code))) ?? codes[0];
}

/** `status`: of the HTTP answer, which says least: one status stands for all errors. */
export function kindOf(error: Readonly<Record<string, unknown>>, status: number): Kind {
  for (const code of codesOf(error)) {
    const kind = KIND_OF.get(plain(code));
    if (kind) return kind;
  }
  const message = typeof error["message"] === "string" ? error["message"].slice(0, MAX_WORDS) : "";
  const said = WORDS.find(([, words]) => words.test(message))?.[0];
  return said ?? (Object.hasOwn(BY_STATUS, status) ? BY_STATUS[status] : undefined) ?? "upstream";
}

/** Of a message: patterns look no further. */
const MAX_WORDS = 300;
const MAX_CODE = 80;

function codesOf(error: Readonly<Record<string, unknown>>): string[] {
  return PLACES.flatMap((place) => {
    let at: unknown = error;
    for (const key of place) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
    return typeof at === "string" && at !== "" && at.length <= MAX_CODE ? [at] : [];
  });
}

const plain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, "");
