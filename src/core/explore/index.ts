export type { ParsedQuery, QueryError, QueryNode, TermNode, TermOperator, TextRange } from './ast';
export { exploreField, exploreFields, type ExploreField } from './fields';
export { formatQuery } from './format';
export { iocQuery, iocTerm } from './iocQuery';
export { maxDepth, parseQuery } from './parser';
export { keywordOf, scan, type Token, type TokenKind } from './scanner';
