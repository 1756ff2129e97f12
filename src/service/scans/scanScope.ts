import type { Indicator } from '../../core/indicators/types';
import type { LookupSettings } from '../../core/lookups/lookups';
import type { BlockReason } from '../../core/lookups/types';
import { createSendPolicy } from '../../core/lookups/sendPolicy';
import type { ScanKind } from '../../core/records/scan';
import type { ScanSettings } from '../../core/store/protocol';
import type { QueuedScan } from '../../core/store/scanQueue';

/** Whether and how a scan looks outside, with a sentence for its user where it goes less far than was asked. */
export type ScanScope =
  { readonly mode: ScanKind; readonly note?: string } | { readonly mode: undefined; readonly note: string };

/** Whether something stays on the machine whatever is asked for. */
export type BlockCheck = (indicator: Indicator) => BlockReason | undefined;

/** Reserved names and addresses, and what the user's ignore list names. */
export function createBlockCheck(settings: () => ScanSettings): BlockCheck {
  let from: ScanSettings['ignore'];
  let list: LookupSettings['ignore'] = [];
  // Patterns are compiled once per list, and the list is told apart by its identity.
  const blocks = createSendPolicy(() => {
    const { ignore } = settings();
    if (ignore !== from) {
      from = ignore;
      list = (ignore ?? []).map((pattern) => ({ pattern, origin: 'user' }));
    }
    return list;
  });
  return (indicator) => blocks(indicator, indicator);
}

/** How far a scan looks: no further than was asked, than is switched on, and not at all for what stays on the machine. */
export function scanScopeOf(scan: QueuedScan, settings: ScanSettings, blockedBy: BlockCheck): ScanScope {
  const inside = (why: string): ScanScope => ({ mode: undefined, note: `Scored from what the store knows: ${why}.` });
  const block = blockedBy(scan.indicator);
  if (block !== undefined) {
    const why = block.kind === 'ignored' ? 'is on the ignore list' : 'is reserved';
    return inside(`the indicator ${why} and never looked up`);
  }
  if (settings.mode === 'off') return inside('looking things up outside is switched off');
  if (!scan.outside)
    return inside('it was asked for without the key, or while looking things up outside was switched off');
  if (scan.kind === 'active' && settings.mode === 'passive')
    return { mode: 'passive', note: 'Scanned passively: active scans are switched off.' };
  return { mode: scan.kind };
}
