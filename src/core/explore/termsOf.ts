import { type QueryNode, type TermNode } from './ast';

/** Every term of a tree, in the order of the text. Trees are no deeper than the parser allows. */
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
