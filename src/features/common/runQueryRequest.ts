import type { TextRange } from '../../core/explore';

/** Which query of which document is meant to run: what `threatLookups.runQuery` is handed by lenses. */
export interface RunQueryRequest {
  readonly uri: string;
  /** UTF-16 offsets of the query in the document. */
  readonly range: TextRange;
}
