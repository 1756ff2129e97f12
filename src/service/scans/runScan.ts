import { type ScanResult, emptyScanResult } from '../../core/store/writing/scanResults';
import type { QueuedScan } from '../../core/store/activity/scanQueue';
import type { Enricher } from './enricher';
import type { ScanSettings } from '../../core/store/protocol/protocol';
import { type BlockCheck, type ScanScope, scanScopeOf } from './scanScope';

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
