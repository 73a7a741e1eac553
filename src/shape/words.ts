/** Words of names: how foreign identifiers come apart, and singular and plural. */

/** `listHTTPRoutes`, `list_http-routes`, `List.HTTP routes` → list, http, routes. Letters outside ASCII lose their marks or go. */
export function splitWords(text: string): readonly string[] {
  return (
    toAscii(text)
      .replace(/'(?=s\b)/g, "")
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      // The `s` of a plural acronym belongs to it: URLs, IDs.
      .replace(/([A-Z]+)([A-Z][a-z])(?!\b)/g, "$1 $2")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter((word) => word !== "")
  );
}

/** Whether letters or digits get lost when a name is put into ASCII. */
export function isLossy(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text.normalize("NFKD").replace(/[A-Za-z0-9]/g, ""));
}

function toAscii(text: string): string {
  return /^[\x20-\x7e]*$/.test(text) ? text : text.normalize("NFKD").replace(/\p{M}/gu, "");
}

const IRREGULAR = new Map([
  ["people", "person"],
  ["children", "child"],
  ["men", "man"],
  ["women", "woman"],
  ["indices", "index"],
  ["indexes", "index"],
  ["vertices", "vertex"],
  ["matrices", "matrix"],
  ["analyses", "analysis"],
  ["statuses", "status"],
  ["aliases", "alias"],
  ["viruses", "virus"],
  ["bonuses", "bonus"],
  ["campuses", "campus"],
  ["buses", "bus"],
  ["movies", "movie"],
  ["cookies", "cookie"],
  ["zombies", "zombie"],
  ["hobbies", "hobby"],
  ["quizzes", "quiz"],
  ["schemas", "schema"],
  ["quotas", "quota"],
  ["replicas", "replica"],
  ["schemata", "schema"],
  ["criteria", "criterion"],
  ["leaves", "leaf"],
  ["halves", "half"],
  ["shelves", "shelf"],
  ["caches", "cache"],
  ["avalanches", "avalanche"],
]);

const SAME = new Set(
  (
    "alias always analytics atlas aws bias bus canvas chaos class css diabetes dns doubles ecs gas gps https ics ios its js " +
    "kubernetes lens ls news os plus pos redis series sms species ssl this tls vps windows yes"
  ).split(" "),
);

/** English, as far as names in APIs go; a word that is no plural stays. */
export function singular(word: string): string {
  const known = IRREGULAR.get(word);
  if (known !== undefined) return known;
  if (word.length < 4 || !word.endsWith("s") || SAME.has(word) || /(?:ss|us|is)$/.test(word)) {
    return /^(?:ids|vms|ips|ads|prs|dbs|cas|ous|acls|vpcs)$/.test(word) ? word.slice(0, -1) : word;
  }
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

const UNCOUNTED = /(?:data|info|information|content|history|media|ware|equipment|feedback|traffic|usage|status|news)$/;

export function plural(word: string): string {
  if (isPlural(word) || SAME.has(word) || UNCOUNTED.test(word)) return word;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}

export function isPlural(word: string | undefined): boolean {
  return word !== undefined && singular(word) !== word;
}

const SHORT = new Map([
  ["administrator", "admin"],
  ["application", "app"],
  ["applications", "apps"],
  ["authentication", "auth"],
  ["configuration", "config"],
  ["configurations", "configs"],
  ["environment", "env"],
  ["environments", "envs"],
  ["information", "info"],
  ["organization", "org"],
  ["organizations", "orgs"],
  ["organisation", "org"],
  ["organisations", "orgs"],
  ["parameters", "params"],
  ["repositories", "repos"],
  ["repository", "repo"],
]);

/** The short form that everybody knows, where there is one. */
export function abbreviated(word: string): string {
  return SHORT.get(word) ?? word;
}

/** Plurals that name one thing: nobody lists them. */
const ONE_THING = new Set(
  (
    "details settings permissions metrics statistics stats preferences limits options hours credentials capabilities " +
    "properties rights terms totals insights contents params parameters headers analytics info metadata features flags"
  ).split(" "),
);

export function isCollection(word: string | undefined): boolean {
  return isPlural(word) && !ONE_THING.has(word ?? "");
}
