import type { ServiceClient } from '../../core/api/client';
import type { Indicator } from '../../core/indicators/types';
import type { Lookups } from '../../core/lookups/lookups';
import { redactIndicator } from '../../core/lookups/redactIndicator';
import type { UrlDetail, BlockReason } from '../../core/lookups/types';
import type { SendPolicy } from '../../core/lookups/sendPolicy';
import type { ScanKind } from '../../core/records/scan';
import type { Scan, NewScan } from '../../core/scans';

/** What of the indicators would go to a service, and what the user's rules keep here. */
export interface ScanPartition {
  readonly allowed: readonly { readonly indicator: Indicator; readonly sent: Indicator }[];
  readonly skipped: readonly { readonly indicator: Indicator; readonly by: BlockReason }[];
}

/**
 * Parts what may be scanned from what is reserved or ignored, which no remote service is told; the local service scans
 * both. URLs go as far as `detail` says.
 */
export function partitionScans(
  indicators: readonly Indicator[],
  { remote }: Pick<ServiceClient, 'remote'>,
  blocked: SendPolicy,
  detail: UrlDetail,
): ScanPartition {
  const pairs = indicators.map((indicator) => ({
    indicator,
    sent: redactIndicator(indicator, remote ? detail : 'full'),
  }));
  if (!remote) return { allowed: pairs, skipped: [] };
  const checked = pairs.map((pair) => ({ ...pair, by: blocked(pair.indicator, pair.sent) }));
  return {
    allowed: checked.flatMap(({ indicator, sent, by }) => (by === undefined ? [{ indicator, sent }] : [])),
    skipped: checked.flatMap(({ indicator, by }) => (by === undefined ? [] : [{ indicator, by }])),
  };
}

/** Orders for the engine, each with what was known before. */
export function newScansOf(
  allowed: ScanPartition['allowed'],
  choice: { readonly kind: ScanKind; readonly store: boolean },
  lookups: Pick<Lookups, 'local'>,
): readonly NewScan[] {
  return allowed.map(({ indicator, sent }) => {
    const [known] = lookups.local(indicator, 'click').known;
    const before = known === undefined ? {} : { before: { risk: known.record.risk, retired: known.record.retired } };
    return { indicator, sent, kind: choice.kind, store: choice.store, ...before };
  });
}

/** The same wish once more. */
export function repeatedScan(scan: Scan, lookups: Pick<Lookups, 'local'>): NewScan {
  const [newScan] = newScansOf([scan], scan, lookups);
  return newScan ?? scan;
}

/** “2 reserved, 1 ignored”. */
export function formatBlockedCounts(skipped: ScanPartition['skipped']): string {
  const reserved = skipped.filter(({ by }) => by.kind === 'reserved').length;
  const ignored = skipped.length - reserved;
  return [...(reserved > 0 ? [`${reserved} reserved`] : []), ...(ignored > 0 ? [`${ignored} ignored`] : [])].join(', ');
}
