import fc from 'fast-check';
import type { QueryNode, TextRange } from '../../../../src/core/explore';

const nowhere: TextRange = { start: 0, end: 0 };

const words = fc.oneof(
  fc.string({ minLength: 1 }).filter((text) => !/[\r\n]/.test(text)),
  fc.constantFrom('and', 'not', 'a b', '#x', '=x', '!=', '(y)', '"', '\\', '*.example', '++registrar'),
);

const term: fc.Arbitrary<QueryNode> = fc
  .record({ field: words, operator: fc.constantFrom('=' as const, '!=' as const), value: words, quoted: fc.boolean() })
  .map((parts) => ({ kind: 'term', ...parts, range: nowhere, fieldRange: nowhere, valueRange: nowhere }));

/** Trees that weren't parsed from text: with arbitrary nesting and words. */
export const queryTree: fc.Arbitrary<QueryNode> = fc.letrec<{ node: QueryNode }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    term,
    tie('node').map((operand): QueryNode => ({ kind: 'not', operand, range: nowhere })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('node'), { minLength: 2, maxLength: 4 }))
      .map(([kind, operands]): QueryNode => flat(kind, operands)),
  ),
})).node;

function flat(kind: 'and' | 'or', operands: readonly QueryNode[]): QueryNode {
  return { kind, operands: operands.flatMap((each) => (each.kind === kind ? each.operands : [each])), range: nowhere };
}

/** The tree without places, and without how its values were quoted. */
export function bareTree(node: QueryNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.kind) {
    case 'term':
      return [node.field, node.operator, node.value];
    case 'not':
      return ['not', bareTree(node.operand)];
    case 'and':
    case 'or':
      return [node.kind, ...node.operands.map(bareTree)];
  }
}

/** The text of each range of the tree, parents first. */
export function slicesOf(text: string, node: QueryNode | undefined): readonly string[] {
  const slice = ({ start, end }: TextRange): string => text.slice(start, end);
  if (node === undefined) return [];
  if (node.kind === 'term') return [node.range, node.fieldRange, node.valueRange].map(slice);
  const below = node.kind === 'not' ? [node.operand] : node.operands;
  return [slice(node.range), ...below.flatMap((each) => slicesOf(text, each))];
}
