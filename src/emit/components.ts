/** Strongly connected components of what refers to what. */

interface Visit {
  readonly name: string;
  readonly order: number;
  low: number;
  next: number;
}

/**
 * For each node the number of its circle; two with the same number lead to each other. What a circle leads to comes
 * before it. Tarjan's algorithm without recursion: documents may hold long chains.
 */
export function components(edges: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, number> {
  const circles = new Map<string, number>();
  const visits = new Map<string, Visit>();
  const pending: Visit[] = [];
  const enter = (name: string): Visit => {
    const visit = { name, order: visits.size, low: visits.size, next: 0 };
    visits.set(name, visit);
    pending.push(visit);
    return visit;
  };
  for (const root of edges.keys()) {
    if (visits.has(root)) continue;
    const path = [enter(root)];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const target = edges.get(top.name)?.[top.next++];
      if (target !== undefined) {
        const seen = visits.get(target);
        if (seen === undefined && edges.has(target)) path.push(enter(target));
        else if (seen !== undefined && !circles.has(target)) top.low = Math.min(top.low, seen.order);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above !== undefined) above.low = Math.min(above.low, top.low);
      if (top.low !== top.order) continue;
      for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
        circles.set(member.name, top.order);
        if (member === top) break;
      }
    }
  }
  return circles;
}
