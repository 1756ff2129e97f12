export type {
  ParsedQuery,
  QueryError,
  QueryErrorCode,
  QueryNode,
  TermNode,
  TermOperator,
  TextRange,
} from './syntax/ast';
export { addressLength, maxAddressLength } from './queries/address';
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
} from './syntax/directives';
export {
  type Completion,
  type CompletionKind,
  completionsAt,
  sortByPrefix,
  isAlreadyTyped,
  nameCompletion,
  nameKindAt,
  valueFieldAt,
} from './editor/completion';
export { type DateCondition, relativeDates, readDate } from './syntax/dates';
export {
  exploreField,
  exploreFields,
  type ExploreField,
  type FieldKind,
  type FieldValue,
  propertyField,
  propertyFields,
  sourceField,
} from './syntax/fields';
export { formatQuery } from './syntax/format';
export { formatFile, type FormatOptions, withEdits } from './editor/formatFile';
export { type Help, helpAt } from './editor/help';
export { iocQuery, iocTerm } from './queries/exactTerms';
export { runnableQueries, queriesInSelection, type RunnableQuery } from './editor/runnableQueries';
export { maxPortableDepth, maxDepth, parseQuery } from './syntax/parser';
export { type CompletionContext, completionContextAt } from './editor/completionContext';
export {
  type FileQuery,
  fileOffset,
  parseQueryFile,
  type QueryFile,
  queryAtOffset,
  queryLabel,
} from './syntax/queryFile';
export { broadenQuery } from './queries/broadenQuery';
export { getKeyword, scan, type Token, type TokenKind } from './syntax/scanner';
export { setDirective } from './editor/setDirective';
export { getTerms, threatsOfAll } from './syntax/ast';
export { type BlockRules, type QueryTools, fullUrlsIn, findBlockedTerm } from './queries/blockedTerms';
