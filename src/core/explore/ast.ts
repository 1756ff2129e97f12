/** UTF-16 offsets into the query text. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Other words for what stands in the range; an empty range inserts. */
export interface Replacement {
  readonly range: TextRange;
  readonly text: string;
}

export type TermOperator = '=' | '!=';

/** A query as a tree; `and` and `or` hold all their operands flat, so that 10,000 terms are no 10,000 levels. */
export type QueryNode =
  | {
      readonly kind: 'term';
      /** As written; fields are compared without regard to case. */
      readonly field: string;
      readonly operator: TermOperator;
      /** Unquoted; `*` stands for any run of characters. */
      readonly value: string;
      /** True where the value was quoted: then a `*` still is a wildcard, blanks belong to the value. */
      readonly quoted: boolean;
      readonly range: TextRange;
      readonly fieldRange: TextRange;
      readonly valueRange: TextRange;
    }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly QueryNode[]; readonly range: TextRange }
  | { readonly kind: 'not'; readonly operand: QueryNode; readonly range: TextRange };

export type TermNode = Extract<QueryNode, { kind: 'term' }>;

/** What is wrong with the form of a query; who mends it goes by this, not by the words. */
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
  /** What could be written instead, the likeliest first, where the form itself tells. */
  readonly replacements?: readonly (readonly Replacement[])[];
}

/** Always a tree where there is any term, whatever the errors; `node` is missing only where nothing could be read. */
export interface ParsedQuery {
  readonly node: QueryNode | undefined;
  readonly errors: readonly QueryError[];
  /** Where it is nested so deep that another service may refuse it; absent where it is not. */
  readonly deep?: TextRange;
}
