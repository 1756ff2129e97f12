import type { ServiceClient } from '../../core/api/client';
import type { Indicator } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import { outgoing } from '../../core/lookups/outgoing';
import type { UrlDetail, BlockReason } from '../../core/lookups/types';
import type { SendPolicy } from '../../core/lookups/sendPolicy';
import type { ScanKind } from '../../core/records/scan';
import type { Scan, ScanOrder } from '../../core/scans';

/** What of the indicators would go to a service, and what the user's rules keep here. */
export interface Outgo {
  readonly going: readonly { readonly indicator: Indicator; readonly sent: Indicator }[];
  readonly kept: readonly { readonly indicator: Indicator; readonly by: BlockReason }[];
}

/**
 * Parts what may be scanned from what is reserved or ignored, which no remote service is told; the local service scans
 * both. URLs go as far as `detail` says.
 */
export function outgoOf(
  indicators: readonly Indicator[],
  { remote }: Pick<ServiceClient, 'remote'>,
  blocked: SendPolicy,
  detail: UrlDetail,
): Outgo {
  const pairs = indicators.map((indicator) => ({ indicator, sent: outgoing(indicator, remote ? detail : 'full') }));
  if (!remote) return { going: pairs, kept: [] };
  const checked = pairs.map((pair) => ({ ...pair, by: blocked(pair.indicator, pair.sent) }));
  return {
    going: checked.flatMap(({ indicator, sent, by }) => (by === undefined ? [{ indicator, sent }] : [])),
    kept: checked.flatMap(({ indicator, by }) => (by === undefined ? [] : [{ indicator, by }])),
  };
}

/** Orders for the engine, each with what was known before. */
export function ordersOf(
  going: Outgo['going'],
  choice: { readonly kind: ScanKind; readonly store: boolean },
  lookups: Pick<Lookups, 'local'>,
): readonly ScanOrder[] {
  return going.map(({ indicator, sent }) => {
    const [known] = lookups.local(indicator, 'click').known;
    const before = known === undefined ? {} : { before: { risk: known.record.risk, retired: known.record.retired } };
    return { indicator, sent, kind: choice.kind, store: choice.store, ...before };
  });
}

/** The same wish once more. */
export function orderAgain(scan: Scan, lookups: Pick<Lookups, 'local'>): ScanOrder {
  const [order] = ordersOf([scan], scan, lookups);
  return order ?? scan;
}

/** “2 reserved, 1 ignored”. */
export function keptWords(kept: Outgo['kept']): string {
  const reserved = kept.filter(({ by }) => by.kind === 'reserved').length;
  const ignored = kept.length - reserved;
  return [...(reserved > 0 ? [`${reserved} reserved`] : []), ...(ignored > 0 ? [`${ignored} ignored`] : [])].join(', ');
}
