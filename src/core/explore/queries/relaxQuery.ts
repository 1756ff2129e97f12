import { trimTrailing } from '../../text/trim';
import type { QueryNode, TermNode } from '../syntax/ast';
import { exploreField } from '../syntax/fields';
import { formatQuery } from '../syntax/format';
import { parseQuery } from '../syntax/parser';

/**
 * A broader query: without dates, or without the last condition, or with wildcards around an indicator or text. Undefined if
 * the query can't be relaxed.
 */
export function relaxQuery(query: string): string | undefined {
  const { node } = parseQuery(query);
  const loose = node && relaxNode(node);
  return loose && formatQuery(loose);
}

function relaxNode(node: QueryNode): QueryNode | undefined {
  if (node.kind === 'and') {
    const undated = node.operands.filter((operand) => !isDate(operand));
    const fewer = undated.length < node.operands.length ? undated : node.operands.slice(0, -1);
    const [only, ...others] = fewer;
    return others.length === 0 ? only : { ...node, operands: fewer };
  }
  if (node.kind !== 'term' || node.operator === '!=' || isDate(node)) return undefined;
  const kind = exploreField(node.field)?.kind ?? 'text';
  const isOpen = kind === 'indicator' || kind === 'name' || kind === 'text';
  const value = `*${trimTrailing(node.value.replace(/^\*+/, ''), /\*/)}*`;
  return isOpen && value !== node.value ? ({ ...node, value } satisfies TermNode) : undefined;
}

function isDate(node: QueryNode): boolean {
  return node.kind === 'term' && exploreField(node.field)?.kind === 'date';
}
