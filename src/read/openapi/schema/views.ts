/**
 * Which schemas are converted, and how often: once, unless something in them, or in what they refer to, is read one way
 * and sent another. That is known only when all that a schema reaches is converted; the names in `$ref` wait until then.
 */
import type { JsonSchema } from "../../../tool/json-schema.js";
import { BrokenReference } from "./broken.js";
import type { Direction, Draft, Inheritance, Scope, Target, View } from "./scope.js";

/** Schemas that wait for each other on the stack, in levels: it must survive any document. */
const MAX_STACK = 400;

export interface ViewsOptions {
  readonly convert: (target: Target, view: View, direction: Direction, stack: number) => JsonSchema;
  readonly order: Inheritance["order"];
  readonly nameOf: (target: Target, sent: boolean) => string;
}

export interface Views {
  view(target: Target, scope: Scope): View | undefined;
  refer(target: Target, scope: Scope, siblings?: Draft): Draft;
  referred(schema: JsonSchema): Target | undefined;
  /** Converts with `make`, then everything that is referred to. */
  run(direction: Direction, make: (view: View) => JsonSchema): JsonSchema;
  /** By name, finished. */
  readonly named: ReadonlyMap<string, JsonSchema>;
}

export function createViews(options: ViewsOptions): Views {
  const made = { input: new Map<string, View>(), output: new Map<string, View>() };
  const differs = new Map<string, boolean>();
  const targets = new WeakMap<object, Target>();
  const named = new Map<string, JsonSchema>();
  let fresh: View[] = [];
  let queue: Target[] = [];
  let pending: { readonly draft: Draft; readonly target: Target }[] = [];

  const make = (target: Target, direction: Direction, stack: number): View => {
    const view: View = { target, schema: undefined, directional: false, uses: new Set() };
    made[direction].set(target.key, view);
    fresh.push(view);
    view.schema = attempt(view, () => options.convert(target, view, direction, stack));
    return view;
  };

  const settle = (direction: Direction): void => {
    if (fresh.length === 0) return;
    const users = new Map<string, View[]>();
    const spread = (mark: (view: View) => boolean, set: (view: View, from: Target) => void): void => {
      const work = fresh.filter(mark);
      for (let view = work.pop(); view; view = work.pop()) {
        const { target } = view;
        if (!target) continue;
        for (const user of users.get(target.key) ?? []) {
          if (mark(user)) continue;
          set(user, target);
          work.push(user);
        }
      }
    };
    for (const view of fresh) {
      if (view.target && differs.get(view.target.key)) view.directional = true;
      for (const used of view.uses) {
        if (differs.get(used.key)) view.directional = true;
        const { broken } = made[direction].get(used.key) ?? {};
        if (broken) view.broken ??= broken;
        const list = users.get(used.key);
        if (list) list.push(view);
        else users.set(used.key, [view]);
      }
    }
    spread(
      (view) => view.directional,
      (view) => {
        view.directional = true;
      },
    );
    spread(
      (view) => view.broken !== undefined,
      (view, from) => {
        const { broken } = made[direction].get(from.key) ?? {};
        if (broken) view.broken = broken;
      },
    );
    for (const view of fresh) {
      if (!view.target) continue;
      const { key } = view.target;
      differs.set(key, view.directional);
      if (!view.directional) made[direction === "input" ? "output" : "input"].set(key, view);
    }
  };

  const finish = (direction: Direction): void => {
    const nameOf = (target: Target): string =>
      options.nameOf(target, direction === "input" && differs.get(target.key) === true);
    for (const { draft, target } of pending) draft.$ref = `#/$defs/${nameOf(target)}`;
    for (const view of fresh) {
      if (view.target && !view.target.bodyOf && view.schema !== undefined && !view.broken)
        named.set(nameOf(view.target), view.schema);
    }
  };

  return {
    named,
    referred: (schema) => (typeof schema === "object" ? targets.get(schema) : undefined),
    refer(target, scope, siblings = {}) {
      const draft: Draft = { $ref: target.key, ...siblings };
      targets.set(draft, target);
      scope.view.uses.add(target);
      pending.push({ draft, target });
      queue.push(target);
      return draft;
    },
    view(target, scope) {
      scope.view.uses.add(target);
      const known = made[scope.direction].get(target.key);
      if (!known && scope.stack > MAX_STACK) return undefined;
      if (!known) {
        // What it takes in comes first, so that the stack stays flat however long the chain is.
        const isMade = (one: Target): boolean => made[scope.direction].has(one.key);
        for (const part of options.order(target.bodyOf ?? target, isMade)) {
          if (part.key !== target.key && part.key !== target.bodyOf?.key) make(part, scope.direction, scope.stack + 1);
        }
      }
      const view = made[scope.direction].get(target.key) ?? make(target, scope.direction, scope.stack + 1);
      if (view.broken) throw view.broken;
      return view.schema === undefined ? undefined : view;
    },
    run(direction, start) {
      const root: View = { target: undefined, schema: undefined, directional: false, uses: new Set() };
      try {
        root.schema = attempt(root, () => start(root));
        for (let target = queue.pop(); target; target = queue.pop()) {
          if (!made[direction].has(target.key)) make(target, direction, 0);
        }
        settle(direction);
        finish(direction);
      } catch (cause) {
        // What is half made must not be taken for made.
        for (const { target } of fresh) if (target) made[direction].delete(target.key);
        throw cause;
      } finally {
        fresh = [];
        queue = [];
        pending = [];
      }
      for (const used of root.uses) root.broken ??= made[direction].get(used.key)?.broken;
      if (root.broken) throw root.broken;
      return root.schema ?? {};
    },
  };
}

function attempt(view: View, make: () => JsonSchema): JsonSchema | undefined {
  try {
    return make();
  } catch (cause) {
    if (!(cause instanceof BrokenReference)) throw cause;
    view.broken = cause;
    return undefined;
  }
}
