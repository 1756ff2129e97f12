import type { TeamJudgment } from './judgment';
import type { IndicatorRecord, UtcMillis } from './record';
import { type RiskLevel, riskRank } from './risk';

/** The kind of source: a service, a mirrored collection, an imported file, sample data, a scan by the local service, the user. */
export type SourceKind = 'service' | 'mirror' | 'import' | 'sample' | 'scan' | 'user';

/** The source of a statement. Ids are only unique within their source. */
export interface Source {
  readonly kind: SourceKind;
  /** The displayed name: a host name, a file name, the title of a collection. */
  readonly name: string;
  /** The base URL of a service: two services may share a host. */
  readonly address?: string;
  /**
   * The subject of the statement, which contains the indicator: a network (`203.0.113.0/24`) or names
   * (`*.evil.example`).
   */
  readonly range?: string;
  /** The source lists URLs on the host that the statement is about, but not the host itself. */
  readonly urls?: { readonly count: number; /** At least `count`. */ readonly hasMore: boolean };
  /** A name above the indicator that the source rates, without a statement about the indicator itself. */
  readonly parent?: { readonly name: string; readonly risk: RiskLevel };
}

/** A source that reports a threat or feed, and when it last did. */
export interface SourceReport {
  readonly source: Source;
  readonly asOf: UtcMillis;
}

/** The knowledge of one source about one indicator, and when it was asked. */
export type Knowledge =
  | {
      readonly kind: 'known';
      readonly source: Source;
      /** When the source was queried, synced or imported. */
      readonly asOf: UtcMillis;
      readonly record: IndicatorRecord;
      /** `summary` for a search row; the full record can still be fetched. */
      readonly detail: 'summary' | 'full';
    }
  | {
      readonly kind: 'notFound';
      readonly source: Source;
      readonly asOf: UtcMillis;
      /** The message of the service if it is more than “not found”: one line, untrusted, never stored. */
      readonly serviceMessage?: string;
    };

export type Known = Extract<Knowledge, { kind: 'known' }>;

/** How close a range is to the indicator: the length of a prefix, or the number of labels. */
function closeness({ range, parent }: Source): number {
  if (parent !== undefined) return 0;
  if (range?.startsWith('*.') === true) return range.split('.').length;
  return range === undefined ? Infinity : Number(range.slice(range.indexOf('/') + 1));
}

/** The closer one first; the difference of two infinities isn't a number. */
function compareCloseness(a: Known, b: Known): number {
  const [one, other] = [closeness(a.source), closeness(b.source)];
  return one === other ? 0 : other - one;
}

/** Whether the source only rates a name above the indicator. */
export function isOfParent({ source }: Pick<Known, 'source'>): boolean {
  return source.parent !== undefined;
}

/** Whether the source knows the indicator. */
export function isKnown(knowledge: Knowledge): knowledge is Known {
  return knowledge.kind === 'known';
}

/**
 * Orders statements for display: a risk that the user set, one that the team of the service set, active before retired, the
 * indicator itself before its networks (the smallest first) and the name above it, the highest risk, the newest. A retired statement never precedes an active one with a known risk.
 */
export function byPrecedence(a: Known, b: Known): number {
  const active = (k: Known): number => (k.record.risk === 'unknown' ? 1 : k.record.retired ? 2 : 3);
  const own = (k: Known): number =>
    k.source.kind === 'user' && k.record.manualRisk ? 2 : k.record.judgment?.risk === undefined ? 0 : 1;
  return (
    own(b) - own(a) ||
    active(b) - active(a) ||
    compareCloseness(a, b) ||
    riskRank(b.record.risk) - riskRank(a.record.risk) ||
    (b.record.timestamps.seen ?? b.asOf) - (a.record.timestamps.seen ?? a.asOf)
  );
}

/** The judgment of the team whose service is among the sources. */
export function judgmentIn(known: readonly Known[]): TeamJudgment | undefined {
  return known.find(({ record }) => record.judgment !== undefined)?.record.judgment;
}

/** Whether two statements have the same source. */
export function isSameSource(a: Pick<Known, 'source'>, b: Pick<Known, 'source'>): boolean {
  const [one, other] = [a.source, b.source];
  return (
    one.kind === other.kind &&
    one.name === other.name &&
    one.range === other.range &&
    one.parent?.name === other.parent?.name
  );
}
