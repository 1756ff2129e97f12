import type { ExportedAnnotation } from '../annotationColumns';
import { creditsField } from '../../records/labels/credit';
import type { NamedContext } from '../../records/context';
import type { FeedRecord } from '../../records/feed';
import type { PropertyHistory } from '../../records/history';
import type { Known, Source } from '../../records/knowledge';
import type { LinkedIndicator, LinkSummary } from '../../records/linked';
import type { IndicatorRecord, RiskFactor, UtcMillis } from '../../records/record';
import type { ThreatRecord } from '../../records/threat';
import { getMarkings } from '../../stix/tlp';

/** The fetched links, and how many there are, if known. */
export interface ExportedLinks {
  readonly links: readonly LinkedIndicator[];
  readonly total?: number;
}

interface Provenance {
  readonly source: Source;
  readonly asOf: UtcMillis;
}

/** Another source's statement about the exported indicator. */
export interface OtherStatement
  extends Provenance, Pick<IndicatorRecord, 'risk' | 'retired' | 'timestamps' | 'credits'> {
  readonly reasons: readonly RiskFactor[];
  readonly threats: readonly string[];
  /** Its markings by name. */
  readonly markings: readonly string[];
}

/** The short form of a statement. */
export function otherStatement({ source, asOf, record }: Known): OtherStatement {
  const { risk, retired, timestamps, riskFactors, threats } = record;
  return {
    source,
    asOf,
    risk,
    retired,
    timestamps,
    reasons: riskFactors,
    threats: threats.map(({ name }) => name),
    markings: getMarkings(record).names,
    ...creditsField(record.credits ?? []),
  };
}

/** A record for export, with its source and time. */
export type Exported =
  | (Provenance &
      ExportedAnnotation & {
        readonly kind: 'indicator';
        readonly record: IndicatorRecord;
        readonly history?: PropertyHistory;
        /** The contexts from all lists. */
        readonly contexts?: readonly NamedContext[];
        /** Short forms of the other sources' statements. */
        readonly otherSources?: readonly OtherStatement[];
      })
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
