import { type IndicatorRecord, type UtcMillis } from './record';
import { riskRank } from './risk';

/** What kind of thing told us: a service asked over the interface, a mirrored collection, an imported file, sample data, a scan of the local service, the user. */
export type SourceKind = 'service' | 'mirror' | 'import' | 'sample' | 'scan' | 'user';

/** Whom a piece of knowledge comes from. Ids of different sources never mix. */
export interface Source {
  readonly kind: SourceKind;
  /** What the user is shown: a host name, a file name, the title of a collection. */
  readonly name: string;
  /** Of a service its base URL: two services may share a host. */
  readonly address?: string;
  /** It speaks of this network (`203.0.113.0/24`), in which the address lies. */
  readonly range?: string;
}

/** Who tells of a threat or a feed, and as of when. */
export interface SourceReport {
  readonly source: Source;
  readonly asOf: UtcMillis;
}

/** What one source says of one indicator, and as of when. */
export type Knowledge =
  | {
      readonly kind: 'known';
      readonly source: Source;
      /** When the source was asked, synced or imported. */
      readonly asOf: UtcMillis;
      readonly record: IndicatorRecord;
      /** `summary` where only a search row is at hand; the full record can still be fetched. */
      readonly detail: 'summary' | 'full';
    }
  | {
      readonly kind: 'notKnown';
      readonly source: Source;
      readonly asOf: UtcMillis;
      /** What the source said about it, where that is more than "not found": one line, foreign, never stored. */
      readonly serviceMessage?: string;
    };

export type Known = Extract<Knowledge, { kind: 'known' }>;

function prefixLength({ range }: Source): number {
  return range === undefined ? Infinity : Number(range.slice(range.indexOf('/') + 1));
}

/** Narrows to what says something of the indicator. */
export function isKnown(knowledge: Knowledge): knowledge is Known {
  return knowledge.kind === 'known';
}

/**
 * Orders knowledge for display: a risk that the user set himself, then active before retired, what speaks of the very indicator
 * before what speaks of its network (the smallest first), the worst risk, the newest.
 * "The worst recent one leads": a retired finding never outranks an active one that says something.
 */
export function byPrecedence(a: Known, b: Known): number {
  const active = (k: Known): number => (k.record.risk === 'unknown' ? 1 : k.record.retired ? 2 : 3);
  const own = (k: Known): number => (k.source.kind === 'user' && k.record.manualRisk ? 1 : 0);
  return (
    own(b) - own(a) ||
    active(b) - active(a) ||
    prefixLength(b.source) - prefixLength(a.source) ||
    riskRank(b.record.risk) - riskRank(a.record.risk) ||
    (b.record.timestamps.seen ?? b.asOf) - (a.record.timestamps.seen ?? a.asOf)
  );
}

/** Tells two pieces of knowledge apart by whom they come from. */
export function isSameSource(a: Pick<Known, 'source'>, b: Pick<Known, 'source'>): boolean {
  const [one, other] = [a.source, b.source];
  return one.kind === other.kind && one.name === other.name && one.range === other.range;
}
