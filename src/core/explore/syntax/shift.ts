import type { ParsedQuery, QueryNode, TextRange } from './ast';

/** A parsed query moved by `by` characters in its file. The parser bounds the depth of trees. */
export function shiftQuery({ node, errors, deep }: ParsedQuery, by: number): ParsedQuery {
  return {
    node: node && shiftNode(node, by),
    ...(deep && { deep: shift(deep, by) }),
    errors: errors.map(({ replacements, ...error }) => ({
      ...error,
      range: shift(error.range, by),
      ...(replacements && {
        replacements: replacements.map((edits) => edits.map(({ range, text }) => ({ range: shift(range, by), text }))),
      }),
    })),
  };
}

function shiftNode(node: QueryNode, by: number): QueryNode {
  const range = shift(node.range, by);
  switch (node.kind) {
    case 'term':
      return { ...node, range, fieldRange: shift(node.fieldRange, by), valueRange: shift(node.valueRange, by) };
    case 'not':
      return { ...node, range, operand: shiftNode(node.operand, by) };
    case 'and':
    case 'or':
      return { ...node, range, operands: node.operands.map((operand) => shiftNode(operand, by)) };
  }
}

function shift({ start, end }: TextRange, by: number): TextRange {
  return { start: start + by, end: end + by };
}
