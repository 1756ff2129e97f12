import type { QueryErrorCode, Replacement, TextRange } from '../syntax/ast';

/** A replacement in the file's text; an empty range inserts. */
export type TextEdit = Replacement;

export interface QueryFix {
  /** Title of the quick fix. */
  readonly title: string;
  /** In text order, not overlapping. */
  readonly edits: readonly TextEdit[];
}

export type DiagnosticCode =
  | QueryErrorCode
  | 'unknownField'
  | 'doubleOperator'
  | 'emptyValue'
  | 'unknownRisk'
  | 'unknownType'
  | 'badFlag'
  | 'network'
  | 'badPort'
  | 'badDate'
  | 'leadingWildcard'
  | 'tooLong'
  | 'deeplyNested'
  | 'notForThreats'
  | 'onlyForThreats'
  | 'unknownDirective'
  | 'badDirective'
  | 'directiveAfterQuery'
  | 'duplicateDirective'
  | 'directiveWithoutQuery'
  | 'limitAbovePlans'
  | 'duplicateName'
  | 'indentedSeparator';

/** `error`: won't work as intended; `warning`: probably a mistake; `information`: a hint. */
export type DiagnosticSeverity = 'error' | 'warning' | 'information';

export interface QueryDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  /** In the file; never empty. */
  readonly range: TextRange;
  /** Most likely first. */
  readonly fixes: readonly QueryFix[];
}
