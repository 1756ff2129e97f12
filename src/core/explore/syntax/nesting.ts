import type { QueryNode } from './ast';

/** Maximum nesting of a condition that the local store's database accepts. */
export const maxStoreLevels = 900;

/** Maximum nesting of a single term. */
const termLevels = 10;

/** Maximum nesting of a query's condition in the local store, which joins operands as a balanced tree. */
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
