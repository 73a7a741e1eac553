/** `allOf`, and `$ref` with constraints beside it: one flat schema where that says the same, since models read it best. */
import type { JsonSchema } from "../../../../tool/json-schema.js";
import type { JsonObject, Node } from "../../document.js";
import { isObject, own } from "../node.js";
import { emptyMap, rekeyed } from "../object.js";
import { isTemplate } from "../reach/dynamic.js";
import { beside, type Draft, leadsBack, type Scope, type Target, targetOf } from "../scope.js";
import { saysOnlyWords, siblingKeys } from "../siblings.js";
import { amend, mergeOptions } from "./join.js";
import { annotationsOf, constrains, isAnnotation, isPlain, merge } from "./merge.js";

/** How deep inheritance is flattened; what lies deeper stays a reference. */
const MAX_DEPTH = 100;

interface Part {
  readonly schema: JsonSchema;
  /** What the part refers to, where it is a reference. */
  readonly target: Target | undefined;
}

/** `draft`: what stands beside the members, converted. */
export function combine(node: Node<JsonObject>, members: readonly Node[], draft: Draft, scope: Scope): Draft {
  const expanded = members.flatMap((member) => expand(member, scope));
  const bare = expanded.filter((member) => !saysOnlyWords(member.value));
  const words = Object.assign({}, ...expanded.filter((m) => !bare.includes(m)).map((m) => wordsOf(m, scope))) as Draft;
  const alone = bare.length === 1 && !constrains(draft);
  const seen = new Set<string>();
  const parts = bare.flatMap((member) => {
    const made = partOf(member, scope, alone);
    if (made.target && seen.has(made.target.key)) return [];
    if (made.target) seen.add(made.target.key);
    return [made];
  });
  const [first] = parts;
  const annotations: Draft = { ...words, ...annotationsOf(draft) };
  if (first && parts.length === 1 && !constrains(draft)) {
    const schema = first.target && alone ? scope.reader.refer(first.target, scope) : first.schema;
    const amended = amend(schema, annotations, scope);
    return typeof amended === "boolean" ? { allOf: [amended] } : amended;
  }
  return join(node, parts, { ...words, ...draft }, scope);
}

function join(node: Node<JsonObject>, parts: readonly Part[], draft: Draft, scope: Scope): Draft {
  const options = mergeOptions(node, scope);
  const apart: JsonSchema[] = [];
  let flat: Draft = {};
  const add = (schema: JsonSchema, target?: Target): void => {
    const merged = isPlain(schema) ? merge(flat, schema, options) : undefined;
    if (merged) flat = merged;
    else if (target) apart.push(scope.reader.refer(target, scope));
    else if (constrains(schema)) apart.push(schema);
  };
  for (const { schema, target } of parts) add(target ? inherited(schema, scope) : schema, target);
  const { fixed, plain } = split(draft);
  add(plain);
  // What it is comes first, for whoever reads it.
  const head: Draft = flat.type === undefined ? {} : { type: flat.type };
  const words = annotationsOf(plain);
  const out = withoutHidden({ ...head, ...annotationsOf(flat), ...words, ...flat, ...fixed, ...words }, scope);
  if (apart.length > 0) out.allOf = apart;
  return out;
}

/** A base's title and deprecation are its own; what it says in general holds for its heirs as well. */
function inherited(schema: JsonSchema, scope: Scope): JsonSchema {
  if (!isPlain(schema)) return schema;
  const { title: _, deprecated: __, ...rest } = rekeyed(schema, scope);
  return rest;
}

/** Unions and the like stay where they are: they hold beside whatever is merged. */
function split(draft: Draft): { readonly fixed: Draft; readonly plain: Draft } {
  const fixed: Draft = {};
  const plain: Draft = {};
  for (const key of Object.keys(draft)) {
    const one: Draft = {};
    one[key] = draft[key];
    Object.assign(isPlain(one) ? plain : fixed, one);
  }
  return { fixed, plain };
}

/** A part may require, or show, what another part says is not for this direction. */
function withoutHidden(draft: Draft, scope: Scope): Draft {
  if (scope.hidden.size === 0) return draft;
  const names = new Set(
    [...scope.hidden].map((wire) => (scope.direction === "input" ? (scope.names.get(wire) ?? wire) : wire)),
  );
  const out: Draft = { ...draft };
  if (draft.properties) {
    const properties = emptyMap<JsonSchema>();
    for (const [name, schema] of Object.entries(draft.properties)) if (!names.has(name)) properties[name] = schema;
    out.properties = properties;
  }
  if (draft.required) {
    const required = draft.required.filter((name) => !names.has(name));
    if (required.length > 0) out.required = required;
    else delete out.required;
  }
  return out;
}

/** A reference with constraints beside it is two members. */
function expand(member: Node, scope: Scope): readonly Node[] {
  if (!isObject(member.value) || typeof member.value["$ref"] !== "string") return [member];
  const { $ref, ...rest } = member.value;
  if (siblingKeys(member.value, scope.reader.modern).length === 0) return [member];
  return [
    { value: { $ref }, at: member.at },
    {
      value: Object.fromEntries(
        Object.entries(rest).filter(([key]) => siblingKeys(rest, scope.reader.modern).includes(key)),
      ),
      at: member.at,
    },
  ];
}

function wordsOf(member: Node, scope: Scope): Draft {
  const schema = isObject(member.value) ? scope.reader.convert(member, beside(scope, "member")) : {};
  return annotationsOf(schema);
}

function partOf(member: Node, scope: Scope, alone: boolean): Part {
  const inline = beside(scope, "member");
  const target = targetOf(member, scope.reader);
  if (!target) return { schema: scope.reader.convert(member, inline), target: undefined };
  const self = scope.self?.bodyOf ?? scope.self;
  const loop = leadsBack(member, scope);
  if (loop && scope.self?.bodyOf) {
    scope.reader.report("SCHEMA_LOOP", member, "allOf leads back to itself: that part is left out");
    return { schema: {}, target: undefined };
  }
  if (!isObject(member.value) || own(member.value, "$ref") === undefined) {
    return { schema: scope.reader.convert(member, inline), target: undefined };
  }
  if (isTemplate(target, scope)) return { schema: scope.reader.convert(target.node, inline), target: undefined };
  const { families, inheritance } = scope.reader;
  const into = scope.view.target?.bodyOf ?? scope.view.target;
  const merges = inheritance.merges(into, target);
  const inherits = families.has(target) && (!alone || (self !== undefined && families.isHeir(target, self)));
  if (loop || (inherits && merges)) {
    const body = scope.reader.view(scope.reader.bodyOf(target), inline)?.schema;
    return { schema: body ?? {}, target: undefined };
  }
  if (alone || scope.files || !merges) return { schema: scope.reader.refer(target, scope), target };
  return { schema: resolved(target, inline) ?? scope.reader.refer(target, scope), target };
}

/** What a target says in the end, through references that only add words. */
function resolved(target: Target, scope: Scope): JsonSchema | undefined {
  let schema = scope.reader.view(target, scope)?.schema;
  for (let step = 0; schema !== undefined && step < MAX_DEPTH; step++) {
    const next = scope.reader.referred(schema);
    if (!next || typeof schema !== "object" || Object.keys(schema).some((key) => key !== "$ref" && !isAnnotation(key)))
      break;
    schema = scope.reader.view(next, scope)?.schema;
  }
  return schema;
}
