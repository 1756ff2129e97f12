import { ipv4Number } from '../../indicators/identity/addresses';
import { nameKind } from '../../indicators/registry/suffixes';
import { emptyRecord, type IndicatorRecord, type NameReach } from '../../records/record';

/** Names above a name that are searched for statements. */
const maxNamesAbove = 8;

/** The names above a name, the nearest first; without suffixes below which anyone can register a name. */
export function namesAbove(key: string): readonly string[] {
  if (!/^[^/:]+$/.test(key) || ipv4Number(key) !== undefined) return [];
  const labels = key.split('.');
  return labels
    .slice(1, -1)
    .map((_, index) => labels.slice(index + 1).join('.'))
    .slice(-maxNamesAbove);
}

/** Whether a rule for a name and all below it may apply to others: not that of a registry or of a company for its customers. */
export function canReachBelow(name: string): boolean {
  const kind = nameKind(name);
  return kind === 'public' || kind === 'reserved';
}

const labels = { below: 'Only names below it are listed', none: 'Excepted from a rule of the list' };

/** What a statement says about the name itself: nothing, if the list means only names below it or excepts it. */
export function aboutNameItself(record: IndicatorRecord): IndicatorRecord {
  const { reach } = record;
  if (reach !== 'below' && reach !== 'none') return record;
  const contexts = [{ kind: 'blocked', category: 'blockList', label: labels[reach] }] as const;
  return { ...emptyRecord(record.value, record.type), timestamps: record.timestamps, contexts, reach };
}

/** The names of two mentions by one list; an exception wins. */
export function combinedReach(a: NameReach | undefined, b: NameReach | undefined): NameReach | undefined {
  if (a === b) return a;
  return a === 'none' || b === 'none' ? 'none' : 'all';
}
