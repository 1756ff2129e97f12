import type { ServiceClient } from '../../core/api/client';
import type { Indicator } from '../../core/indicators/identity/types';
import type { Lookups } from '../../core/lookups/lookups';
import { redactIndicator } from '../../core/lookups/policy/redactIndicator';
import type { UrlDetail, BlockReason } from '../../core/lookups/types';
import type { SendPolicy } from '../../core/lookups/policy/sendPolicy';
import type { ScanKind } from '../../core/records/scan';
import type { Scan, NewScan } from '../../core/scans';
import { strings } from './strings';

/** The indicators that may be sent to a service, and those that the user's rules block. */
export interface ScanPartition {
  readonly allowed: readonly { readonly indicator: Indicator; readonly sent: Indicator }[];
  readonly skipped: readonly { readonly indicator: Indicator; readonly by: BlockReason }[];
}

/**
 * Separates reserved and ignored indicators, which are never sent to a remote service; the local service scans them too.
 * `detail` says how much of a URL may be sent; `whole` is a URL that the user has seen and confirmed.
 */
export function partitionScans(
  indicators: readonly Indicator[],
  { remote }: Pick<ServiceClient, 'remote'>,
  blocked: SendPolicy,
  detail: UrlDetail | 'whole',
): ScanPartition {
  const pairs = indicators.map((indicator) => ({
    indicator,
    sent: remote && detail !== 'whole' ? blocked.sent(indicator, detail) : redactIndicator(indicator, 'full'),
  }));
  if (!remote) return { allowed: pairs, skipped: [] };
  const checked = pairs.map((pair) => ({ ...pair, by: blocked(pair.indicator, pair.sent) }));
  return {
    allowed: checked.flatMap(({ indicator, sent, by }) => (by === undefined ? [{ indicator, sent }] : [])),
    skipped: checked.flatMap(({ indicator, by }) => (by === undefined ? [] : [{ indicator, by }])),
  };
}

/** Scans for the engine, each with the verdict before it. */
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

/** The same scan again. */
export function repeatedScan(scan: Scan, lookups: Pick<Lookups, 'local'>): NewScan {
  const [newScan] = newScansOf([scan], scan, lookups);
  return newScan ?? scan;
}

/** “2 reserved and 1 ignored”. */
export function formatBlockedCounts(skipped: ScanPartition['skipped']): string {
  const reserved = skipped.filter(({ by }) => by.kind === 'reserved').length;
  return strings.blockedCounts(reserved, skipped.length - reserved);
}
