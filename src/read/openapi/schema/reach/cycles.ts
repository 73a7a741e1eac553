/** Which targets lead to each other, for one kind of step between them. */
import type { Target } from "../scope.js";

export type Steps = (target: Target) => readonly Target[];

/**
 * Tarjan's strongly connected components, found as they are asked for, and without recursion: a chain of references
 * may be as long as the document.
 */
export function createCycles(steps: Steps): (a: Target, b: Target) => boolean {
  const component = new Map<string, number>();

  const explore = (start: Target): void => {
    const index = new Map<string, number>();
    const low = new Map<string, number>();
    const stack: string[] = [];
    const onStack = new Set<string>();
    const work: { readonly target: Target; next: number }[] = [{ target: start, next: 0 }];
    const lower = (key: string, to: number | undefined): void => {
      low.set(key, Math.min(low.get(key) ?? 0, to ?? 0));
    };
    for (let frame = work.at(-1); frame; frame = work.at(-1)) {
      const { key } = frame.target;
      if (frame.next === 0) {
        low.set(key, index.size);
        index.set(key, index.size);
        stack.push(key);
        onStack.add(key);
      }
      const to = steps(frame.target)[frame.next];
      frame.next += 1;
      if (to) {
        if (component.has(to.key)) continue;
        if (!index.has(to.key)) work.push({ target: to, next: 0 });
        else if (onStack.has(to.key)) lower(key, index.get(to.key));
        continue;
      }
      work.pop();
      const parent = work.at(-1)?.target.key;
      if (parent !== undefined) lower(parent, low.get(key));
      if (low.get(key) !== index.get(key)) continue;
      const id = component.size;
      for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
        onStack.delete(member);
        component.set(member, id);
        if (member === key) break;
      }
    }
  };

  return (a, b) => {
    if (a.key === b.key) return true;
    if (!component.has(a.key)) explore(a);
    if (!component.has(b.key)) explore(b);
    return component.get(a.key) === component.get(b.key);
  };
}
