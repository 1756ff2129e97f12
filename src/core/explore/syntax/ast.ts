/** UTF-16 offsets into the query text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Replaces the text in the range; an empty range inserts. */
export interface Replacement {
  readonly range: TextRange;
  readonly text: string;
}

export type TermOperator = '=' | '!=';

/** A query as a tree. Operands of `and` and `or` are flat, so that 10,000 terms don't nest 10,000 levels deep. */
export type QueryNode =
  | {
      readonly kind: 'term';
      /** As written; fields are case-insensitive. */
      readonly field: string;
      readonly operator: TermOperator;
      /** Without quotes; `*` matches any characters. */
      readonly value: string;
      /** True for a quoted value, in which `*` is still a wildcard. */
      readonly quoted: boolean;
      readonly range: TextRange;
      readonly fieldRange: TextRange;
      readonly valueRange: TextRange;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly QueryNode[]; readonly range: TextRange }
  | { readonly kind: 'not'; readonly operand: QueryNode; readonly range: TextRange };

export type TermNode = Extract<QueryNode, { kind: 'term' }>;

/** Identifies a syntax error; quick fixes depend on this, not on the message. */
export type QueryErrorCode =
  | 'unclosedParenthesis'
  | 'strayParenthesis'
  | 'emptyParentheses'
  | 'unclosedQuote'
  | 'missingField'
  | 'missingOperator'
  | 'missingValue'
  | 'missingTermBefore'
  | 'missingTermAfter'
  | 'missingKeyword'
  | 'otherSyntax'
  | 'tooDeep';

export interface QueryError {
  readonly code: QueryErrorCode;
  readonly message: string;
  readonly range: TextRange;
  /** Possible corrections, most likely first. */
  readonly replacements?: readonly (readonly Replacement[])[];
}

/** A tree despite errors; `node` is missing only if there is no term at all. */
export interface ParsedQuery {
  readonly node: QueryNode | undefined;
  readonly errors: readonly QueryError[];
  /** Nesting that is so deep that other services may reject the query. */
  readonly deep?: TextRange;
}

/** All terms of a tree, in text order. The parser bounds the depth of trees. */
export function getTerms(node: QueryNode | undefined): readonly TermNode[] {
  const terms: TermNode[] = [];
  const walk = (each: QueryNode): void => {
    if (each.kind === 'term') terms.push(each);
    else if (each.kind === 'not') walk(each.operand);
    else each.operands.forEach(walk);
  };
  if (node !== undefined) walk(node);
  return terms;
}

/** The threats that everything matching a tree is linked to, as the query names them. */
export function threatsOfAll(node: QueryNode | undefined): readonly string[] {
  if (node?.kind === 'and') return [...new Set(node.operands.flatMap(threatsOfAll))];
  const isThreat = node?.kind === 'term' && node.operator === '=' && node.field.toLowerCase() === 'threat';
  return isThreat && !node.value.includes('*') ? [node.value] : [];
}
