import type { TextRange } from '../../../core/explore';

/** Which query of which document to run: the argument of `threatLookups.runQuery` in CodeLenses. */
export interface RunQueryRequest {
  readonly uri: string;
  /** UTF-16 offsets of the query in the document. */
  readonly range: TextRange;
}
