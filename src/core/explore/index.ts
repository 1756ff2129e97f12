export type { ParsedQuery, QueryError, QueryErrorCode, QueryNode, TermNode, TermOperator, TextRange } from './ast';
export { addressLength, longestAddress } from './address';
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
  inOrder,
  isWritten,
  nameCompletion,
  namesWanted,
  valuesWanted,
} from './completion';
export { describeQuery } from './describe';
export { type DateCondition, dateWords, readDate } from './dates';
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
export { allMeant, meantBy, type MeantQuery } from './meant';
export { manyLevels, maxDepth, parseQuery } from './parser';
export { type Place, placeAt } from './place';
export { type FileQuery, fileOffset, parseQueryFile, type QueryFile, queryAtOffset, queryLabel } from './queryFile';
export { loosened } from './loosen';
export { keywordOf, scan, type Token, type TokenKind } from './scanner';
export { setDirective } from './setDirective';
export { termsOf } from './termsOf';
export { type BlockRules, type QueryTools, wholeUrlsIn, findBlockedTerm } from './blockedTerms';
