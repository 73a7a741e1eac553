/** What every converter of this folder is handed: the schema's surroundings, and the services of the reader. */
import type { Code } from "../../../diagnostics.js";
import type { JsonSchema, JsonSchemaObject } from "../../../tool/json-schema.js";
import type { JsonObject, Location, Node, OpenApiDocument } from "../document.js";
import type { BrokenReference } from "./broken.js";
import { referenceIn } from "./siblings.js";

/** `input`: as sent. `output`: as read. */
export type Direction = "input" | "output";

/** A schema while it is being made. */
export type Draft = { -readonly [K in keyof JsonSchemaObject]: JsonSchemaObject[K] };

/** A schema that others refer to. */
export interface Target {
  /** File (none for the root file) and pointer. */
  readonly key: string;
  readonly node: Node;
  /** Set: not the schema itself, but its own body alone, as those that inherit from it need it. */
  readonly bodyOf?: Target;
}

/** One conversion of a target, or of a schema that was asked for. */
export interface View {
  readonly target: Target | undefined;
  /** Undefined while it is being made, and where it is broken. */
  schema: JsonSchema | undefined;
  /** Something in it is read one way and sent another: the two directions need a schema each. */
  directional: boolean;
  readonly uses: Set<Target>;
  broken?: BrokenReference | undefined;
}

/**
 * `value`: describes a value. `branch`: one alternative of a union. `member`: adds to what stands around it, so a type
 * of its own would change the meaning. `test`: `not` and `if`, where leaving something out would reverse it.
 */
export type Place = "value" | "branch" | "member" | "test";

/** A property as it is declared in one place, or in several that `allOf` joins. */
export interface Entry {
  readonly node: Node;
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

/** The properties that one instance has for certain: its own, and those of what it refers to or is made of (`allOf`). */
export interface Roster {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly required: ReadonlySet<string>;
  /** `additionalProperties: false` somewhere. */
  readonly closed: boolean;
}

export interface Scope {
  readonly direction: Direction;
  readonly reader: Reader;
  readonly view: View;
  readonly place: Place;
  /** The target whose own instance this place describes; undefined below a property or an item. */
  readonly self: Target | undefined;
  /** Levels within the schema that is being converted. */
  readonly depth: number;
  /** Levels on the stack: those of the schemas that wait for this one as well. */
  readonly stack: number;
  /** Wire names of this instance's properties that this direction does not show. */
  readonly hidden: ReadonlySet<string>;
  /** Argument names of this instance's properties, where they differ from the wire's. */
  readonly names: ReadonlyMap<string, string>;
  /** Binary strings are file values here. */
  readonly files: boolean;
  /** What stands at the anchors that `$dynamicRef` names. */
  readonly anchors: ReadonlyMap<string, Target>;
}

/** Schemas that describe an instance by themselves (`A: allOf: [B]`, `B: anyOf: [A]`). */
export interface Loops {
  /** Whether describing an instance by `b` leads back to `a`, where `a` refers to `b` for the same instance. */
  same(a: Target, b: Target): boolean;
  /** The same through unions alone. */
  throughUnions(a: Target, b: Target): boolean;
}

/** Bases with a discriminator, and the schemas that inherit from them by `allOf`. */
export interface Families {
  /** Whether a place that refers to this target means any of several schemas. */
  has(target: Target): boolean;
  isHeir(base: Target, heir: Target): boolean;
  /** Heirs, direct and further, and what the discriminator maps to; none where the target is no base, or of too many. */
  members(target: Target): readonly Target[];
  /** The union that a base stands for, given its own body; undefined where it has no heirs, or too many. */
  read(node: Node<JsonObject>, base: Target, body: Draft, scope: Scope): Draft | undefined;
}

/** Which schemas take in which others by `allOf`, anywhere in them. */
export interface Inheritance {
  /** Whether `into` may take in `part` property by property. Where they take in each other, that would never end. */
  merges(into: Target | undefined, part: Target): boolean;
  /** Whether a chain of parts ends soon enough for all of it to be merged. */
  isShallow(part: Target): boolean;
  /** A target and what it takes in, each after what it takes in itself; what is done is left out. */
  order(target: Target, isDone: (target: Target) => boolean): readonly Target[];
}

export interface Reader {
  readonly document: OpenApiDocument;
  /** Siblings of `$ref` count in full: OpenAPI 3.1 and later. */
  readonly modern: boolean;
  convert(node: Node, scope: Scope): JsonSchema;
  /** The schema that a reference leads to, through references that say nothing else. */
  find(ref: string, from: Location): Target | undefined;
  /** The body of a target, for those that inherit from it. */
  /** What one place says, through references that say nothing else. */
  targetAt(node: Node): Target;
  bodyOf(target: Target): Target;
  /** By schema: the anchors that it refers to. */
  readonly dynamicNames: WeakMap<object, readonly string[]>;
  /** The converted target, made now if need be; undefined where it cannot be had yet. */
  view(target: Target, scope: Scope): View | undefined;
  /** `{$ref}` with siblings. The text of `$ref` is set when the name is known: never copy such an object. */
  refer(target: Target, scope: Scope, siblings?: Draft): Draft;
  /** What a `{$ref}` made here leads to. */
  referred(schema: JsonSchema): Target | undefined;
  readonly loops: Loops;
  readonly families: Families;
  readonly inheritance: Inheritance;
  roster(node: Node): Roster;
  isPlain(node: Node<JsonObject>): boolean;
  /** Argument names of a roster's properties, where they differ from the wire names. */
  names(roster: Roster): ReadonlyMap<string, string>;
  text(raw: string): string;
  /** Once for each place. */
  report(code: Code, node: Node, message: string): void;
}

export const NO_NAMES: ReadonlyMap<string, string> = new Map();
export const NO_ANCHORS: ReadonlyMap<string, Target> = new Map();
export const NOTHING: ReadonlySet<string> = new Set();

/** The scope of a value below the present one: a property, an item. Written out: this runs for every schema. */
export function inside(scope: Scope, files = false): Scope {
  return {
    direction: scope.direction,
    reader: scope.reader,
    view: scope.view,
    place: scope.place === "test" ? "test" : "value",
    self: undefined,
    depth: scope.depth + 1,
    stack: scope.stack + 1,
    hidden: NOTHING,
    names: NO_NAMES,
    files,
    anchors: scope.anchors,
  };
}

/** The scope of a schema that describes the same instance. */
export function beside(scope: Scope, place: Place): Scope {
  const { depth, stack } = scope;
  const to = scope.place === "test" ? "test" : place;
  // Leaving a name out of a test would turn it into another test.
  const hidden = to === "test" ? NOTHING : scope.hidden;
  return { ...scope, place: to, depth: depth + 1, stack: stack + 1, hidden };
}

/** The target of a schema that is a reference, a dynamic one included. */
export function targetOf({ value, at }: Node, reader: Pick<Reader, "find">): Target | undefined {
  const reference = referenceIn(value);
  return reference && reader.find(reference.ref, at);
}

/** Whether a schema for the present instance leads back to what is being described. */
export function leadsBack(node: Node, scope: Scope): boolean {
  const self = scope.self?.bodyOf ?? scope.self;
  const target = self ? targetOf(node, scope.reader) : undefined;
  return self !== undefined && target !== undefined && scope.reader.loops.same(self, target);
}
