import { type QueryNode } from './ast';

/** So many levels of a condition the local store's database takes. */
export const maxStoreLevels = 900;

/** A single term is no deeper than this. */
const termLevels = 10;

/** How deep the condition of a tree is for the local store at most: many operands are joined as a balanced tree. */
export function conditionLevels(node: QueryNode): number {
  switch (node.kind) {
    case 'term':
      return termLevels;
    case 'not':
      return conditionLevels(node.operand) + 1;
    case 'and':
    case 'or': {
      const deepest = node.operands.reduce((most, operand) => Math.max(most, conditionLevels(operand)), 0);
      return deepest + Math.ceil(Math.log2(node.operands.length));
    }
  }
}
