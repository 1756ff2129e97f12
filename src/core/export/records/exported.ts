import type { FeedRecord } from '../../records/feed';
import type { PropertyHistory } from '../../records/history';
import type { Source } from '../../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../../records/linked';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import type { ThreatRecord } from '../../records/threat';

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
