import type { QueryNode, TermNode } from './ast';

/** All terms of a tree, in text order. The parser bounds the depth of trees. */
export function termsOf(node: QueryNode | undefined): readonly TermNode[] {
  const terms: TermNode[] = [];
  const walk = (each: QueryNode): void => {
    if (each.kind === 'term') terms.push(each);
    else if (each.kind === 'not') walk(each.operand);
    else each.operands.forEach(walk);
  };
  if (node !== undefined) walk(node);
  return terms;
}
