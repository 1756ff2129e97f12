import { isWellKnown } from '../../context/builtIn';
import { isSharedHost } from '../../context/sharedHost';
import { hostOf } from '../../indicators/identity/hostOf';
import { lookupKey } from '../../indicators/identity/lookupKey';
import type { Indicator } from '../../indicators/identity/types';
import { canReachBelow, namesAbove } from '../../indicators/registry/namesAbove';
import type { Known } from '../../records/knowledge';
import { riskRank } from '../../records/risk';
import type { NameAbove } from '../types';

/**
 * The nearest name above an indicator or its host that is a risk itself. Its risk isn't that of the indicator: the same
 * owner has both, so that names of registries, of companies for their customers, and of hosts that many share don't count.
 */
export function riskyAbove(
  indicator: Indicator,
  own: readonly Known[],
  knownOf: (key: string) => readonly Known[],
): NameAbove | undefined {
  const host = hostOf(indicator);
  if (host?.type !== 'domain') return undefined;
  for (const value of namesAbove(lookupKey(host))) {
    if (!canReachBelow(value)) return undefined;
    const above: Indicator = { type: 'domain', value };
    if (isSharedHost(above) || isWellKnown(above)) continue;
    const [lead, ...others] = knownOf(value).filter(
      ({ source: { range, urls } }) => range === undefined && urls === undefined,
    );
    if (lead === undefined || lead.record.retired || riskRank(lead.record.risk) < riskRank('medium')) continue;
    // A list that means all names below it is already shown with the indicator.
    const isSaid = own.some(({ source }) => source.range === `*.${value}`);
    return isSaid ? undefined : { indicator: above, known: [lead, ...others] };
  }
  return undefined;
}
