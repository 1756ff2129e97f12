/** A problem in an answer in CSV or STIX. */
export type ResultWarning =
  /** Counted from 1 below the header; `reason` is a phrase without a period. */
  | { readonly kind: 'skippedRow'; readonly row: number; readonly reason: string }
  | { readonly kind: MissingProperty; readonly count: number }
  | { readonly kind: 'notObjects' | 'tooDeep'; readonly count: number }
  | { readonly kind: 'undefinedExtension' | 'noRiskExtension' }
  /** A sentence that an earlier version stored. */
  | { readonly kind: 'stored'; readonly text: string };

/** A property that STIX requires. */
export type MissingProperty =
  'missingType' | 'missingId' | 'missingCreated' | 'missingPattern' | 'missingPatternType' | 'missingValidFrom';
