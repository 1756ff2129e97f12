import type { QueryNode } from './ast';
import { inQuotes } from './quote';
import { getKeyword } from './scanner';

/** Operator precedence, lowest first. */
const strength = { or: 0, and: 1, not: 2, term: 3 } as const;

/**
 * Formats a tree as query text on one line, with only the necessary parentheses and quotes; parsing the result gives the
 * same tree. Line breaks in values, which no query can express, become spaces.
 */
export function formatQuery(node: QueryNode): string {
  switch (node.kind) {
    case 'term':
      return `${name(node.field)}${node.operator}${node.quoted ? inQuotes(node.value) : value(node.value)}`;
    case 'not':
      return `not ${operand(node.operand, strength.not)}`;
    case 'and':
    case 'or':
      return node.operands.map((each) => operand(each, strength[node.kind] + 1)).join(` ${node.kind} `);
  }
}

function operand(node: QueryNode, atLeast: number): string {
  const text = formatQuery(node);
  return strength[node.kind] < atLeast ? `(${text})` : text;
}

function name(text: string): string {
  return /^(?!&&|\|\|)[^\s()"=!#:<>~][^\s()"=!:<>~]*$/.test(text) && getKeyword(text) === undefined
    ? text
    : inQuotes(text);
}

function value(text: string): string {
  return /^[^\s()"]+$/.test(text) && getKeyword(text) === undefined ? text : inQuotes(text);
}
