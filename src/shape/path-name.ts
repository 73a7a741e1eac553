/** A name from method and path, for operations without an operationId, or with one that only repeats the path. */
import { isAction, isMaybeVerb, methodVerb, ofSeveral } from "./verbs.js";
import { isCollection, isPlural, plural, singular, splitWords } from "./words.js";

export interface Segment {
  /** Words of what is written out. */
  readonly words: readonly string[];
  /** Names of the templates in it. */
  readonly parameters: readonly string[];
  /** `{name}:verb` */
  readonly verb?: readonly string[];
}

const VERSION = /^v?\d+(?:[._]\d+)*(?:(?:alpha|beta|preview)\d*)?$/i;
const PREFIX = /^(?:api|apis|rest)$/i;

/** The segments that say something: no version, no `api` at the start, no `.json` at the end; fragment and query last. */
export function pathSegments(path: string): readonly Segment[] {
  const [before = "", fragment] = splitOnce(path, "#");
  const [plain = "", query] = splitOnce(before, "?");
  const segments: Segment[] = [];
  for (const raw of plain.split("/")) {
    if (raw === "" || VERSION.test(raw) || (segments.length === 0 && PREFIX.test(raw))) continue;
    const templates = [...raw.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? "");
    const rest = raw.replace(/\{[^{}]*\}/g, " ");
    const [text = "", verb] = splitOnce(rest, ":");
    segments.push({
      words: splitWords(text.replace(/\.(?:json|xml|ya?ml|html|php|aspx?)$/i, "")),
      parameters: templates,
      ...(verb !== undefined && { verb: splitWords(verb) }),
    });
  }
  // `/rest?method=flickr.photos.search`: the value says what is done.
  for (const pair of query?.split("&") ?? []) {
    const words = splitWords(pair.replace(/\{[^{}]*\}/g, " ").replace(/^[^=]*=/, ""));
    if (words.length > 0) segments.push({ words, parameters: [] });
  }
  const action = splitWords((fragment ?? "").replace(/\{[^{}]*\}/g, " "));
  if (action.length > 0) segments.push({ words: [], parameters: [], verb: action });
  return segments;
}

/** Every word of the path that is written out. */
export function wordsOfPath(segments: readonly Segment[]): ReadonlySet<string> {
  return new Set(segments.flatMap((segment) => [...segment.words, ...(segment.verb ?? [])]));
}

/** What else the document has at this path or right below it. */
export interface Surroundings {
  /** Methods of the same path. */
  readonly methods: ReadonlySet<string>;
  /** There is the same path with only parameters after it: this one is a collection. */
  readonly items: boolean;
}

export function pathPhrase(method: string, segments: readonly Segment[], around: Surroundings): readonly string[] {
  const verb = verbOf(method, around);
  const spoken = segments.filter(({ words }) => words.length > 0);
  const end = spoken.at(-1)?.words;
  const action = segments.at(-1)?.verb ?? [];
  if (action.length > 0) {
    const what = one(spoken.flatMap(({ words }) => one(words)));
    return isMaybeVerb(action[0]) ? [...action.slice(0, 1), ...what, ...action.slice(1)] : [verb, ...what, ...action];
  }
  if (!end) {
    const parameters = segments.flatMap((segment) => segment.parameters).flatMap(splitWords);
    return segments.length === 0 ? [verb, "root"] : [verb, "by", ...parameters];
  }
  // What is not the end of the path describes what is.
  const before = spoken.slice(0, -1);
  const owner = before.flatMap(({ words }) => one(words));
  const isItem = (segments.at(-1)?.parameters.length ?? 0) > 0;
  if (isItem && !(method === "GET" && around.items && isPlural(end.at(-1)))) {
    // POST to one thing changes it, unless there is a method beside it that does.
    const changed = around.methods.has("PUT") || around.methods.has("PATCH") ? "post" : "update";
    return [method === "POST" ? changed : verb, ...owner, ...one(end)];
  }
  if (isAction(end[0], method) && (end.length === 1 || !isCollection(end.at(-1)))) {
    const last = before.at(-1);
    const several = ofSeveral(end[0] ?? "") && last?.parameters.length === 0;
    const what = several ? [...before.slice(0, -1).flatMap(({ words }) => one(words)), ...last.words] : owner;
    return [...end.slice(0, 1), ...what, ...end.slice(1)];
  }
  const collection = around.items && !isPlural(end.at(-1)) ? [...end.slice(0, -1), plural(end.at(-1) ?? "")] : end;
  if (method === "GET") return [around.items || isCollection(end.at(-1)) ? "list" : "get", ...owner, ...collection];
  return [verb, ...owner, ...(method === "POST" ? one(end) : collection)];
}

function verbOf(method: string, around: Surroundings): string {
  // Beside a PATCH, the PUT is the one that replaces.
  return method === "PUT" && around.methods.has("PATCH") ? "replace" : methodVerb(method);
}

/** With the last word in the singular. */
function one(words: readonly string[]): readonly string[] {
  return [...words.slice(0, -1), ...words.slice(-1).map(singular)];
}

function splitOnce(text: string, mark: string): readonly [string, string?] {
  const at = text.indexOf(mark);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** Whether an operationId is only method and path once more, as generators write it: `GetAccountsAccountPeople`. */
export function repeatsPath(id: string, method: string, path: string): boolean {
  const compact = id.toLowerCase().replace(/[^a-z0-9]/g, "");
  const head = method.toLowerCase();
  if (!compact.startsWith(head)) return false;
  const [before = "", fragment = ""] = splitOnce(path, "#");
  const pieces = [...before.split("/").filter((raw) => raw !== ""), ...(fragment === "" ? [] : [fragment])].map(
    (raw) => {
      const parameters = [...raw.matchAll(/\{([^{}]*)\}/g)].map((match) => squeeze(match[1] ?? ""));
      const text = squeeze(raw.replace(/\{[^{}]*\}/g, ""));
      return parameters.length === 0
        ? [text, ...(VERSION.test(raw) || PREFIX.test(raw) ? [""] : [])]
        : [parameters.join("") + text, `id${text}`, text];
    },
  );
  // Every way in which the path could have been spelled, by where each leaves off.
  let ends = new Set([head.length]);
  for (const choices of pieces) {
    const next = new Set<number>();
    for (const at of ends) for (const text of choices) if (compact.startsWith(text, at)) next.add(at + text.length);
    ends = next;
  }
  if (!ends.has(compact.length)) return false;
  // Somebody wrote `getMuseumHours` for /museum-hours: that is a name.
  const written = /^[a-z]+[A-Z]/.test(id) && !/[^A-Za-z0-9]/.test(id) && !path.includes("{");
  return !(written && method === "GET");
}

function squeeze(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]/g, "");
}
