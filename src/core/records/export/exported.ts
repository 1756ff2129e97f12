import type { FeedRecord } from '../feed';
import type { PropertyHistory } from '../history';
import type { Source } from '../knowledge';
import type { LinkedIndicator, LinkSummary } from '../linked';
import type { IndicatorRecord, UtcMillis } from '../record';
import type { ThreatRecord } from '../threat';

/** The fetched links, and how many there are, if known. */
export interface ExportedLinks {
  readonly links: readonly LinkedIndicator[];
  readonly total?: number;
}

interface Provenance {
  readonly source: Source;
  readonly asOf: UtcMillis;
}

/** A record for export, with its source and time. */
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
