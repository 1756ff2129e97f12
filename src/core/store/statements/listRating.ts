import { isDescriptive } from '../../records/context';
import { type Describing, listReason } from '../../records/sourceDetails';
import type { IndicatorRecord, UtcMillis } from '../../records/record';
import { riskLevels, riskRank, type RiskLevel } from '../../records/risk';

/** The rating of a source for its entries. */
export interface ListRating {
  readonly name: string;
  /** The risk of entries without one. */
  readonly risk?: RiskLevel | undefined;
  /** Its entries without a risk are described instead of rated. */
  readonly describes?: Describing | undefined;
  /** Whether its rating of an entry weakens with the age of the entry. */
  readonly ages: boolean;
}

const year = 365 * 24 * 60 * 60 * 1_000;

/** A stored answer; undefined for none. */
export function describesIn(value: unknown): Describing | undefined {
  return value === 'informational' || value === 'knownServices' ? value : undefined;
}

/** Full years since a time; 0 if it is in the future. */
export function yearsSince(at: UtcMillis, now: UtcMillis): number {
  return Math.max(0, Math.floor((now - at) / year));
}

/** A level lower for each year since it was last seen, but not lower than “very low”: it was risky once. */
function aged(risk: RiskLevel, lastSeen: UtcMillis, now: UtcMillis): RiskLevel {
  const years = yearsSince(lastSeen, now);
  const floor = riskRank('very low');
  return riskRank(risk) <= floor ? risk : (riskLevels[Math.max(floor, riskRank(risk) - years)] ?? risk);
}

/** An entry of a source that describes its entries; the name of the source states what they are. */
function described(record: IndicatorRecord, kind: Describing): IndicatorRecord {
  return { ...record, contexts: [{ kind, category: 'other', label: '' }] };
}

/**
 * A statement as its source means it: entries without a risk have the default risk of the source, or are described,
 * unless the list itself describes them; the rating of a list is a level lower for each year since it last saw the
 * indicator.
 * @param asOf when the source was read, which is when entries of a list without dates were seen
 */
export function withListRating(
  record: IndicatorRecord,
  { name, risk, describes, ages }: ListRating,
  asOf: UtcMillis,
  now: UtcMillis,
): IndicatorRecord {
  if (describes !== undefined && record.risk === 'unknown' && !isDescriptive(record))
    return described(record, describes);
  const rated =
    record.risk === 'unknown' && risk !== undefined && risk !== 'unknown' && !isDescriptive(record)
      ? { ...record, risk, riskFactors: [...record.riskFactors, { description: listReason(name), risk }] }
      : record;
  if (!ages || rated.manualRisk) return rated;
  const { seen, updated } = rated.timestamps;
  // A list without a last date still lists it: its first date isn't the age of the entry.
  const lowered = aged(rated.risk, seen ?? updated ?? asOf, now);
  return lowered === rated.risk ? rated : { ...rated, risk: lowered, riskWhenSeen: rated.risk };
}
