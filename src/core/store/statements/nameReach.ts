import { emptyRecord, type IndicatorRecord, type NameReach } from '../../records/record';

const labels = { below: 'Only its subdomains are listed', none: 'Excepted from a rule of the list' };

/** The part of a statement about the name itself: no rating if the list means only its subdomains or excepts it. */
export function aboutNameItself(record: IndicatorRecord): IndicatorRecord {
  const { reach } = record;
  if (reach !== 'below' && reach !== 'none') return record;
  const contexts = [{ kind: 'blocklist', category: 'blockList', label: labels[reach] }] as const;
  return { ...emptyRecord(record.value, record.type), timestamps: record.timestamps, contexts, reach };
}

/** The names of two mentions by one list; an exception wins. */
export function combinedReach(a: NameReach | undefined, b: NameReach | undefined): NameReach | undefined {
  if (a === b) return a;
  return a === 'none' || b === 'none' ? 'none' : 'all';
}
