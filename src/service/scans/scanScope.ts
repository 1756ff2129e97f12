import type { Indicator } from '../../core/indicators/identity/types';
import type { LookupSettings } from '../../core/lookups/options';
import type { BlockReason } from '../../core/lookups/types';
import { createSendPolicy } from '../../core/lookups/policy/sendPolicy';
import type { ScanKind } from '../../core/records/scan';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import type { QueuedScan } from '../../core/store/activity/scanQueue';

/** The external lookups of a scan, with a note where they are limited. */
export type ScanScope =
  { readonly mode: ScanKind; readonly note?: string } | { readonly mode: undefined; readonly note: string };

/** Why an indicator must not be looked up, if so. */
export type BlockCheck = (indicator: Indicator) => BlockReason | undefined;

/** Blocks reserved names and addresses, and indicators on the ignore list. */
export function createBlockCheck(settings: () => ScanSettings): BlockCheck {
  let from: ScanSettings['ignore'];
  let list: LookupSettings['ignore'] = [];
  // Patterns are compiled once per list, which is identified by reference.
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

/** The scope of a scan: limited by the request, by the settings, and by blocked indicators. */
export function scanScopeOf(scan: QueuedScan, settings: ScanSettings, blockedBy: BlockCheck): ScanScope {
  const storeOnly = (reason: string): ScanScope => ({
    mode: undefined,
    note: `Scored only from data in the store: ${reason}.`,
  });
  const block = blockedBy(scan.indicator);
  if (block !== undefined) {
    const why = block.kind === 'ignored' ? 'on the ignore list' : 'reserved';
    return storeOnly(`the indicator is ${why} and never looked up`);
  }
  if (settings.mode === 'off') return storeOnly('external lookups are turned off');
  if (!scan.outside)
    return storeOnly('it was requested without the API key, or while external lookups were turned off');
  if (scan.kind === 'active' && settings.mode === 'passive')
    return { mode: 'passive', note: 'Only a passive scan was run: active scans are turned off.' };
  return { mode: scan.kind };
}
