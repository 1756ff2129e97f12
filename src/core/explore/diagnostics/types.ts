import { type QueryErrorCode, type Replacement, type TextRange } from '../ast';

/** A replacement in the file's text; an empty range inserts. */
export type TextEdit = Replacement;

export interface QueryFix {
  /** What it does, as a quick fix is called: “Change to “risk””. */
  readonly title: string;
  /** In the order of the text, never overlapping. */
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

/** `error`: no service will answer it as meant; `warning`: likely a mistake; `information`: good to know. */
export type DiagnosticSeverity = 'error' | 'warning' | 'information';

export interface QueryDiagnostic {
  readonly code: DiagnosticCode;
  readonly severity: DiagnosticSeverity;
  readonly message: string;
  /** In the file; never empty. */
  readonly range: TextRange;
  /** The likeliest first. */
  readonly fixes: readonly QueryFix[];
}
