/** A problem in an answer in CSV or STIX. */
export type ResultWarning =
  /** Counted from 1 below the header. */
  | { readonly kind: 'skippedRow'; readonly row: number; readonly reason: SkippedRowReason }
  | { readonly kind: MissingProperty; readonly count: number }
  | { readonly kind: 'notObjects' | 'tooDeep'; readonly count: number }
  | { readonly kind: 'undefinedExtension' | 'noRiskExtension' };

/** Why a row of a CSV has no record: no indicator, a redacted one, or something else in its place. */
export type SkippedRowReason = 'missing' | 'redacted' | 'notAnIndicator';

/** A property that STIX requires. */
export type MissingProperty =
  'missingType' | 'missingId' | 'missingCreated' | 'missingPattern' | 'missingPatternType' | 'missingValidFrom';
