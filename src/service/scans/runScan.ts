import type { Indicator } from '../../core/indicators/identity/types';
import type { LookupSettings } from '../../core/lookups/options';
import { createSendPolicy } from '../../core/lookups/policy/sendPolicy';
import type { BlockReason } from '../../core/lookups/types';
import type { ScanKind } from '../../core/records/scan';
import type { QueuedScan } from '../../core/store/activity/scanQueue';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import { type ScanResult, emptyScanResult } from '../../core/store/writing/scanResults';
import type { Enricher } from './enricher';

export interface RunScanOptions {
  readonly enricher: Enricher | undefined;
  readonly settings: ScanSettings;
  readonly blockedBy: BlockCheck;
  readonly signal: AbortSignal;
  readonly onStage: (stage: string) => void;
}

export interface ScanOutcome {
  readonly result: ScanResult;
  /** One or more sentences about the result. */
  readonly message: string;
}

const maxMessageLength = 600;

/** Runs the external lookups that are allowed. Rejects like the enricher. */
export async function runScan(scan: QueuedScan, options: RunScanOptions): Promise<ScanOutcome> {
  const scope = scanScopeOf(scan, options.settings, options.blockedBy);
  const { enricher } = options;
  if (scope.mode === undefined || enricher === undefined)
    return { result: emptyScanResult, message: formatScanMessage(scope, []) };
  options.signal.throwIfAborted();
  const found = await enricher.enrich(scan.indicator, {
    mode: scope.mode,
    signal: options.signal,
    onStage: options.onStage,
    isBlocked: (indicator) => options.blockedBy(indicator) !== undefined,
  });
  options.signal.throwIfAborted();
  const { properties, attributes, redirects, facts, errors } = found;
  const probed = scope.mode === 'active';
  return {
    result: { properties, attributes, redirects, facts, looked: true, probed },
    message: formatScanMessage(scope, errors),
  };
}

function formatScanMessage({ note }: ScanScope, errors: readonly string[]): string {
  const sentences = ['The scan is done.', ...(note === undefined ? [] : [note])];
  if (errors.length > 0) sentences.push(`Some lookups failed: ${errors.join('; ')}`);
  const text = sentences.join(' ');
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength - 1)}…` : text;
}

/** The message of a scan that took too long. */
export const timedOut = 'The scan timed out.';

/** Why a scan failed, as its message. */
export function getFailure(error: unknown): string {
  const detail = error instanceof Error ? error.message : String(error);
  return `The scan failed: ${detail.slice(0, 300)}`;
}

/** The external lookups of a scan, with a note where they are limited. */
type ScanScope =
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
function scanScopeOf(scan: QueuedScan, settings: ScanSettings, blockedBy: BlockCheck): ScanScope {
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
