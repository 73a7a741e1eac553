/** An operationId as a phrase that begins with a verb: `issues/list-for-repo` → list issues for repo. */
import { isAdverb, isMaybeVerb, isVerb, methodVerb, ofSeveral } from "./verbs.js";
import { isCollection, isPlural, singular, splitWords } from "./words.js";

/** From the one that divides most to the one that divides least. */
const SEPARATORS = [/[/\\]/, /[.:#\s]/, /_/, /-/] as const;

/** After these a noun is missing: `list for repo` is about the group. */
const PREPOSITIONS = new Set(
  "about after as at before between by do for from in into of on per since to under using via with without".split(" "),
);
/** They stand before the noun: `get latest release`. Other words do when nothing else is there: `list public`. */
const ADJECTIVES = new Set(
  "all any current each every first last latest many multiple new next previous recent single".split(" "),
);

const STATES = /^(?:[a-z]+ed|public|private|active|pending|default|own)$/;

interface Part {
  readonly words: readonly string[];
  /** Index of its first word. */
  readonly start: number;
}

/**
 * The words of the name, verb first, in one to two versions: the second, shorter one leaves out what the group adds.
 * `pathWords` tells nouns: a first word that the path has is no verb that we happen not to know.
 */
export function verbPhrase(
  id: string,
  method: string,
  pathWords: () => ReadonlySet<string>,
): readonly (readonly string[])[] {
  const parts = splitParts(id);
  const all = parts.flatMap((part) => part.words);
  const [first = "", second] = all;
  const led = isVerb(first) || (isAdverb(first) && isMaybeVerb(second));
  if (led && !isGroup(id, parts)) return [all];
  // What stands before a slash or a dot is a group.
  const inPath = (): boolean => pathWords().has(first) || pathWords().has(singular(first));
  const noun = /[/.:]/.test(id) || isPlural(first) || inPath();
  const at = verbIndex(parts, all, noun || led);
  if (at !== undefined) return leadBy(all, at, parts.at(-1)?.start === at);
  const isThing = isPlural(first) && inPath();
  if ((all.length < 2 && !isThing) || isMaybeVerb(first) || !noun) return [all];
  return [nounPhrase(parts, all, method)];
}

/** The first word looks like a verb, but the last part has one that is surer: `ExportConfigurations_List`, `share.links.create`. */
function isGroup(id: string, parts: readonly Part[]): boolean {
  const [first] = parts;
  const last = parts.at(-1);
  if (parts.length < 2 || !last || !isVerb(last.words[0])) return false;
  if (/[/.:]/.test(id)) return true;
  return parts.length === 2 && last.words.length === 1 && (first?.words.length ?? 0) > 1 && /[_-]/.test(id);
}

/** Where the verb stands, if not in front: the last part's first word, the last word, then any other. */
function verbIndex(parts: readonly Part[], all: readonly string[], firstIsNoun: boolean): number | undefined {
  const last = parts.at(-1);
  if (parts.length < 2 || !last) return undefined;
  const [lead, next] = last.words;
  if (isVerb(lead) || (isAdverb(lead) && isVerb(next))) return last.start;
  if (isVerb(all.at(-1))) return all.length - 1;
  const earlier = parts.slice(1, -1).find((part) => isVerb(part.words[0]));
  const second = earlier !== undefined && earlier === parts[1];
  if (earlier && (firstIsNoun || second || parts.some((part) => part.words.length > 1))) return earlier.start;
  if (isMaybeVerb(lead) && !isMaybeVerb(all[0])) return last.start;
  const inside = all.findIndex((word, i) => i > 0 && isVerb(word));
  return inside === -1 || !(firstIsNoun || isMaybeVerb(all[0])) ? undefined : inside;
}

function leadBy(all: readonly string[], at: number, lastPart: boolean): readonly (readonly string[])[] {
  let end = at + 1;
  if (isAdverb(all[at])) end += 1;
  // `create or update`, `test and deploy`
  while ((all[end] === "or" || all[end] === "and") && isMaybeVerb(all[end + 1])) end += 2;
  const verb = all.slice(at, end);
  const rest = all.slice(end);
  const first = rest.findIndex((word) => !ADJECTIVES.has(word));
  const lone = rest.length === 1 && STATES.test(rest[0] ?? "");
  const adjectives = lone || first === -1 ? rest : rest.slice(0, first);
  const object = rest.slice(adjectives.length);
  // `list for repo` is about the group, `list comments for repo` is not.
  const isAboutGroup = object.length === 0 || PREPOSITIONS.has(object[0] ?? "");
  const mentioned = new Set(rest.map(singular));
  const group = all.slice(0, at).filter((word) => isAboutGroup || !mentioned.has(singular(word)));
  const noun = isAboutGroup ? [...group.slice(0, -1).map(singular), ...named(group, verb)] : group.map(singular);
  const full = [...verb, ...adjectives, ...noun, ...object];
  return lastPart && !isAboutGroup ? [full, [...verb, ...rest]] : [full];
}

/** The group's own noun, where it is what the verb is about. */
function named(group: readonly string[], verb: readonly string[]): readonly string[] {
  const several = ofSeveral(verb[0] ?? "");
  return group.slice(-1).map((word) => (several ? word : singular(word)));
}

function nounPhrase(parts: readonly Part[], all: readonly string[], method: string): readonly string[] {
  const last = parts.at(-1)?.words ?? [];
  const group = parts.slice(0, -1).flatMap((part) => part.words);
  const mentioned = new Set(last.map(singular));
  const kept = group.filter((word) => !mentioned.has(singular(word))).map(singular);
  const words = parts.length > 1 ? [...kept, ...last] : all;
  if (method === "POST" && !isCollection(words.at(-1))) return words;
  const end = words.at(-1) ?? "";
  if (method === "GET") return isCollection(end) ? ["list", ...words] : ["get", ...words];
  return [methodVerb(method), ...words.slice(0, -1), method === "POST" ? singular(end) : end];
}

function splitParts(id: string): readonly Part[] {
  const separator = SEPARATORS.find((s) => s.test(id));
  // Without any, the humps of camelCase are parts of their own.
  const pieces = separator ? id.split(separator) : splitWords(id);
  const parts: Part[] = [];
  let start = 0;
  for (const piece of pieces) {
    const words = splitWords(piece);
    if (words.length > 0) parts.push({ words, start });
    start += words.length;
  }
  return parts;
}
