/** Which fields of a result have an alias of ours, and what they are called. */
import { Kind, type SelectionSetNode } from "graphql";

/** By place: response keys from the root field's value on, without indices of lists. */
export function aliasesOf(root: SelectionSetNode): Readonly<Record<string, string>> {
  const found = new Map<string, string>();
  const visit = (set: SelectionSetNode, place: string): void => {
    for (const node of set.selections) {
      if (node.kind === Kind.INLINE_FRAGMENT) visit(node.selectionSet, place);
      if (node.kind !== Kind.FIELD) continue;
      const below = `${place}/${node.alias?.value ?? node.name.value}`;
      if (node.alias) found.set(below, node.name.value);
      if (node.selectionSet) visit(node.selectionSet, below);
    }
  };
  visit(root, "");
  return Object.fromEntries(found);
}
