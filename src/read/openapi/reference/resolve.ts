/** `$ref` to node, over files that have all been read. */
import { percentDecoded } from "../../source/percent.js";
import type { JsonValue, Location, Node } from "../document.js";
import { splitReference, token, tokensOf } from "../pointer.js";
import { isList, isObject } from "../value.js";
import { createIdentities, type Identified } from "./identity.js";

/** One file, as the resolver sees it. */
export interface Tree extends Identified {
  readonly value: JsonValue;
}

export interface Resolver {
  /** One step; the same node for the same reference. */
  resolve(ref: string, from: Location): Node | undefined;
}

/** `link`: the key of the file that the document part of a reference names; undefined where there is none. */
export function createResolver(
  trees: ReadonlyMap<string, Tree>,
  link: (document: string, from: string) => string | undefined,
): Resolver {
  const identities = createIdentities(trees);
  const cache = new Map<string, Map<string, Node | undefined>>();

  function resolve(ref: string, from: Location): Node | undefined {
    return find(ref, from, 0);
  }

  function find(ref: string, from: Location, hops: number): Node | undefined {
    const scope = identities.scopeOf(from);
    const place = scope === "" ? from.file : `${from.file}#${scope}`;
    const known = cache.get(place) ?? new Map<string, Node | undefined>();
    cache.set(place, known);
    if (known.has(ref)) return known.get(ref);
    const node = search(ref, { file: from.file, pointer: scope }, hops);
    known.set(ref, node);
    return node;
  }

  function search(ref: string, scope: Location, hops: number): Node | undefined {
    const { document, fragment } = splitReference(ref);
    if (document === "") {
      // Below an `$id` a pointer is into that schema; real documents mean the whole file as often.
      const own = scope.pointer === "" ? undefined : within(scope, fragment, hops);
      return own ?? within({ file: scope.file, pointer: "" }, fragment, hops);
    }
    const named = identities.find(document, scope);
    if (named) return within(named, fragment, hops);
    const file = link(document, scope.file);
    return file === undefined ? undefined : within({ file, pointer: "" }, fragment, hops);
  }

  /** A fragment, in the resource that begins at `base`. */
  function within(base: Location, fragment: string | undefined, hops: number): Node | undefined {
    const tree = trees.get(base.file);
    if (!tree) return undefined;
    const start = walk({ value: tree.value, at: { file: base.file, pointer: "" } }, tokensOf(base.pointer), hops);
    if (!start || fragment === undefined || fragment === "") return start;
    const decoded = percentDecoded(fragment);
    if (!decoded.startsWith("/")) {
      const pointer = identities.anchor(decoded, base);
      return pointer === undefined ? undefined : within({ file: base.file, pointer }, undefined, hops);
    }
    return (
      walk(start, tokensOf(decoded), hops) ?? (decoded === fragment ? undefined : walk(start, tokensOf(fragment), hops))
    );
  }

  function walk(start: Node, tokens: readonly string[], hops: number): Node | undefined {
    let node = start;
    for (const key of tokens) {
      const next = step(node, key) ?? throughReference(node, key, hops);
      if (!next) return undefined;
      node = next;
    }
    return node;
  }

  // A pointer through a reference is against the letter of RFC 6901, yet tools that inline first accept it.
  function throughReference(node: Node, key: string, hops: number): Node | undefined {
    if (hops >= MAX_HOPS || !isObject(node.value) || !Object.hasOwn(node.value, "$ref")) return undefined;
    const ref = node.value["$ref"];
    const target = typeof ref === "string" ? find(ref, node.at, hops + 1) : undefined;
    return target && (step(target, key) ?? throughReference(target, key, hops + 1));
  }

  return { resolve };
}

const MAX_HOPS = 50;

function step({ value, at }: Node, key: string): Node | undefined {
  if (isList(value)) {
    const item = /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    return item === undefined ? undefined : { value: item, at: { file: at.file, pointer: `${at.pointer}/${key}` } };
  }
  if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
  const member = value[key];
  return member === undefined
    ? undefined
    : { value: member, at: { file: at.file, pointer: `${at.pointer}/${token(key)}` } };
}
