import { type FeedRecord } from '../feed';
import { type PropertyHistory } from '../history';
import { type Source } from '../knowledge';
import { type LinkedIndicator, type LinkSummary } from '../linked';
import { type IndicatorRecord, type UtcMillis } from '../record';
import { type ThreatRecord } from '../threat';

/** Links that were fetched, and how many there are where that is known. */
export interface ExportedLinks {
  readonly links: readonly LinkedIndicator[];
  readonly total?: number;
}

interface Provenance {
  readonly source: Source;
  readonly asOf: UtcMillis;
}

/** One record as it is handed on: what is known of it, from whom, and as of when. */
export type Exported =
  | (Provenance & { readonly kind: 'indicator'; readonly record: IndicatorRecord; readonly history?: PropertyHistory })
  | (Provenance & {
      readonly kind: 'threat';
      readonly threat: ThreatRecord;
      readonly summary?: LinkSummary;
      readonly links?: ExportedLinks;
    })
  | (Provenance & {
      readonly kind: 'feed';
      readonly feed: FeedRecord;
      readonly summary?: LinkSummary;
      readonly links?: ExportedLinks;
    });
