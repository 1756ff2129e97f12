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

/** What the entries of a list mean, and the risk of those that it doesn't rate. */
export interface ListNature {
  readonly kind?: ListKind | undefined;
  readonly risk?: RiskLevel | undefined;
}

/** What a source in the store lists, by the user's answer, else by its format. */
export function getKind({ risk, details }: Pick<StoredSource, 'risk' | 'details'>): ListNature {
  return { risk, kind: details.describes ?? details.kind };
}

/** The icon of a list by what its entries mean; `plain` where that isn't known. */
export function listIcon(nature: ListNature | undefined, plain = 'list-flat'): string {
  const { kind, risk = 'unknown' } = nature ?? {};
  if (kind !== undefined) return icons[kind];
  return riskRank(risk) > riskRank('none') ? icons.threats : plain;
}
