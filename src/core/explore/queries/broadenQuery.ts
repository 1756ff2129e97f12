import { trimTrailing } from '../../text/trim';
import type { QueryNode, TermNode } from '../syntax/ast';
import { exploreField } from '../syntax/fields';
import { formatQuery } from '../syntax/format';
import { parseQuery } from '../syntax/parser';

/**
 * A broader query: without dates, or without the last condition, or with wildcards around an indicator or text. Undefined if
 * the query can't be broadened.
 */
export function broadenQuery(query: string): string | undefined {
  const { node } = parseQuery(query);
  const loose = node && broadenNode(node);
  return loose && formatQuery(loose);
}

function broadenNode(node: QueryNode): QueryNode | undefined {
  switch (node.kind) {
    case 'and': {
      const undated = node.operands.filter((operand) => !isDate(operand));
      const operands = undated.length < node.operands.length ? undated : node.operands.slice(0, -1);
      return operands.length > 1 ? { ...node, operands } : operands[0];
    }
    case 'term':
      return withWildcards(node);
    case 'or':
    case 'not':
      return undefined;
  }
}

function withWildcards(term: TermNode): TermNode | undefined {
  const kind = exploreField(term.field)?.kind ?? 'text';
  const isText = kind === 'indicator' || kind === 'name' || kind === 'text';
  if (term.operator === '!=' || !isText) return undefined;
  const value = `*${trimTrailing(term.value.replace(/^\*+/, ''), /\*/)}*`;
  return value === term.value ? undefined : { ...term, value };
}

function isDate(node: QueryNode): boolean {
  return node.kind === 'term' && exploreField(node.field)?.kind === 'date';
}
