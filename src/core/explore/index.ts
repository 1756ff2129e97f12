export type { ParsedQuery, QueryError, QueryErrorCode, QueryNode, TermNode, TermOperator, TextRange } from './ast';
export { addressLength, maxAddressLength } from './address';
export {
  type DiagnosticCode,
  type DiagnosticSeverity,
  diagnoseFile,
  diagnoseQuery,
  type QueryDiagnostic,
  type QueryFix,
  type TextEdit,
} from './diagnostics';
export {
  type Directive,
  type DirectiveName,
  knownDirective,
  knownDirectives,
  type KnownDirective,
  type QuerySettings,
  type ResultFormat,
  resultFormats,
  type ResultType,
  resultTypes,
} from './directives';
export {
  type Completion,
  type CompletionKind,
  completionsAt,
  sortByPrefix,
  isAlreadyTyped,
  nameCompletion,
  nameKindAt,
  valueFieldAt,
} from './completion';
export { describeQuery } from './describe';
export { type DateCondition, relativeDates, readDate } from './dates';
export {
  exploreField,
  exploreFields,
  type ExploreField,
  type FieldKind,
  type FieldValue,
  propertyField,
  propertyFields,
} from './fields';
export { formatQuery } from './format';
export { formatFile, type FormatOptions, withEdits } from './formatFile';
export { type Help, helpAt } from './help';
export { iocQuery, iocTerm } from './iocQuery';
export { runnableQueries, queriesInSelection, type RunnableQuery } from './runnableQueries';
export { maxPortableDepth, maxDepth, parseQuery } from './parser';
export { type CompletionContext, completionContextAt } from './completionContext';
export { type FileQuery, fileOffset, parseQueryFile, type QueryFile, queryAtOffset, queryLabel } from './queryFile';
export { relaxQuery } from './relaxQuery';
export { keywordOf, scan, type Token, type TokenKind } from './scanner';
export { setDirective } from './setDirective';
export { termsOf } from './termsOf';
export { type BlockRules, type QueryTools, fullUrlsIn, findBlockedTerm } from './blockedTerms';
