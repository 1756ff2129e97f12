import type { ListKind } from '../../../core/records/context';
import { riskRank } from '../../../core/records/risk';
import type { RiskLevel } from '../../../core/records/risk';
import type { StoredSource } from '../../../core/records/sourceDetails';

/** None of them means a risk, a state, or an action elsewhere. */
const icons: Readonly<Record<ListKind, string>> = {
  threats: 'bug',
  blocklist: 'shield',
  informational: 'tag',
  knownServices: 'globe',
  location: 'location',
};

/** The kind of a list, and the risk of entries that it doesn't rate. */
export interface ListNature {
  readonly kind?: ListKind | undefined;
  readonly risk?: RiskLevel | undefined;
}

/** Returns the kind of a stored source: the user's answer, or the kind of its format. */
export function getKind({ risk, details }: Pick<StoredSource, 'risk' | 'details'>): ListNature {
  return { risk, kind: details.describes ?? details.kind };
}

/** The icon of a list by its kind; `plain` if that isn't known. */
export function listIcon(nature: ListNature | undefined, plain = 'list-flat'): string {
  const { kind, risk = 'unknown' } = nature ?? {};
  if (kind !== undefined) return icons[kind];
  return riskRank(risk) > riskRank('none') ? icons.threats : plain;
}
