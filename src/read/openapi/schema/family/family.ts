/**
 * Inheritance as OpenAPI writes it: a base with a discriminator and no union, and schemas that take it in by `allOf`.
 * Where the base is referred to, any of its heirs is meant.
 */
import { withoutWords } from "../combine/join.js";
import { isObject, listBelow, mapBelow, objectNode, own } from "../node.js";
import { type Draft, type Families, type Reader, type Scope, type Target, targetOf } from "../scope.js";
import { type Discriminator, implicitKey, listedValues, readDiscriminator } from "./mapping.js";
import { restrictTo } from "./tagged.js";

/** A model is not served by more; the base stays open for all of them then. */
const MAX_MEMBERS = 64;

type Links = Pick<Reader, "find" | "document" | "report">;

export function createFamilies(reader: Links): Families {
  let index: ReadonlyMap<string, readonly Target[]> | undefined;
  const known = new Map<string, readonly Target[]>();

  const heirsOf = (base: Target): readonly Target[] => {
    index ??= indexHeirs(reader);
    const found = new Map<string, Target>();
    const queue = [base];
    for (let next = queue.pop(); next && found.size <= MAX_MEMBERS; next = queue.pop()) {
      for (const heir of index.get(next.key) ?? []) {
        if (heir.key === base.key || found.has(heir.key)) continue;
        found.set(heir.key, heir);
        queue.push(heir);
      }
    }
    return [...found.values()];
  };

  const findMembers = (base: Target): readonly Target[] => {
    const node = objectNode(base.node);
    const tag = node && isBase(base) ? readDiscriminator(node, reader) : undefined;
    if (!node || !tag) return [];
    const mapped = tag.mapping.map((entry) => entry.target).filter((heir) => heir.key !== base.key);
    const members = new Map([...mapped, ...heirsOf(base)].map((heir) => [heir.key, heir]));
    if (members.size <= MAX_MEMBERS) return [...members.values()];
    const message = `${members.size} schemas or more inherit from this one: it is left open instead of listing them`;
    reader.report("SCHEMA_DISCRIMINATOR", node, message);
    return [];
  };
  const membersOf = (base: Target): readonly Target[] => {
    const members = known.get(base.key) ?? findMembers(base);
    known.set(base.key, members);
    return members;
  };
  return {
    has: isBase,
    isHeir: (base, heir) => heirsOf(base).some((one) => one.key === heir.key),
    members: membersOf,
    read(node, base, body, scope) {
      // What is mapped back to the base, by way of other bases, would go round for ever.
      const members = membersOf(base).filter((member) => !scope.reader.loops.throughUnions(base, member));
      const tag = members.length > 0 ? readDiscriminator(node, reader) : undefined;
      return tag && unite(members, base, tag, body, scope);
    },
  };
}

function isBase(target: Target): boolean {
  const { value } = target.node;
  if (!isObject(value) || own(value, "discriminator") === undefined) return false;
  return own(value, "oneOf") === undefined && own(value, "anyOf") === undefined;
}

function indexHeirs(reader: Links): ReadonlyMap<string, readonly Target[]> {
  const index = new Map<string, Target[]>();
  const components = objectNode(reader.document.root);
  const parent = components ? mapBelow(components, "components").find(([key]) => key === "schemas")?.[1] : undefined;
  const schemas = parent ? objectNode(parent) : undefined;
  if (!schemas) return index;
  for (const name of Object.keys(schemas.value)) {
    const heir = reader.find(
      `#/components/schemas/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`,
      schemas.at,
    );
    const node = heir ? objectNode(heir.node) : undefined;
    if (!heir || !node) continue;
    for (const member of listBelow(node, "allOf")) {
      const base = targetOf(member, reader);
      if (!base) continue;
      const heirs = index.get(base.key);
      if (heirs) heirs.push(heir);
      else index.set(base.key, [heir]);
    }
  }
  return index;
}

function unite(heirs: readonly Target[], base: Target, tag: Discriminator, body: Draft, scope: Scope): Draft {
  scope.view.directional = true;
  const mappedTo = (target: Target): readonly string[] =>
    tag.mapping.filter((entry) => entry.target.key === target.key).map((entry) => entry.key);
  const branches = heirs.map((heir) => {
    const mapped = mappedTo(heir);
    const name = implicitKey(heir.key);
    const keys = mapped.length > 0 || name === undefined ? mapped : [name];
    return restrictTo(keys, heir.node, scope.reader.refer(heir, scope), tag, scope, heir.key === tag.fallback?.key);
  });
  const schemas = branches.map((branch) => branch.schema);
  const { title, description } = body;
  const rest = withoutWords(body, scope);
  const words: Draft = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
  };
  // Answers: the base takes kinds that are not known yet.
  if (scope.direction === "output") return { ...words, anyOf: [...schemas, rest] };
  const keys = keysOfBase(
    base,
    mappedTo(base),
    branches.flatMap((branch) => branch.values),
    tag,
    scope,
  );
  const own = keys.length === 0 ? undefined : restrictTo(keys, base.node, rest, tag, scope, false);
  const exact = [...branches, ...(own ? [own] : [])].every((branch) => branch.shown);
  const all = own ? [...schemas, own.schema] : schemas;
  return exact ? { ...words, oneOf: all } : { ...words, anyOf: all };
}

/** Values for which the base itself is meant: mapped ones, else those that it lists and no heir has, else its name. */
function keysOfBase(
  base: Target,
  mapped: readonly string[],
  taken: readonly unknown[],
  tag: Discriminator,
  scope: Scope,
): readonly string[] {
  if (mapped.length > 0) return mapped;
  const entry = scope.reader.roster(base.node).entries.get(tag.property);
  const listed = entry ? listedValues(entry.node, scope.reader) : undefined;
  if (listed) return listed.filter((value) => !taken.includes(value)).map(String);
  const name = implicitKey(base.key);
  return tag.mapping.length > 0 || name === undefined ? [] : [name];
}
