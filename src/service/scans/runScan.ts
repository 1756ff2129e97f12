import { type Finding, nothingFound } from '../../core/store/findings';
import type { QueuedScan } from '../../core/store/scanQueue';
import type { Enricher } from './enricher';
import type { ScanSettings } from '../../core/store/protocol';
import { type Kept, type Outlook, outlookOf } from './outside';

export interface RunPorts {
  readonly enricher: Enricher | undefined;
  readonly settings: ScanSettings;
  readonly kept: Kept;
  readonly signal: AbortSignal;
  readonly onStage: (stage: string) => void;
}

export interface Ran {
  readonly finding: Finding;
  /** What the user is told at the end, one sentence or more. */
  readonly message: string;
}

/** A message is a line on somebody's screen. */
const longestMessage = 600;

/** Looks outside as far as that is allowed. Rejects as the enricher does. */
export async function runScan(scan: QueuedScan, ports: RunPorts): Promise<Ran> {
  const outlook = outlookOf(scan, ports.settings, ports.kept);
  const { enricher } = ports;
  if (outlook.mode === undefined || enricher === undefined)
    return { finding: nothingFound, message: told(outlook, []) };
  const found = await enricher.enrich(scan.indicator, {
    mode: outlook.mode,
    signal: ports.signal,
    onStage: ports.onStage,
    withheld: (indicator) => ports.kept(indicator) !== undefined,
  });
  ports.signal.throwIfAborted();
  const { properties, attributes, redirects, facts, errors } = found;
  const probed = outlook.mode === 'active';
  return {
    finding: { properties, attributes, redirects, facts, looked: true, probed },
    message: told(outlook, errors),
  };
}

function told({ note }: Outlook, errors: readonly string[]): string {
  const sentences = ['The scan is done.', ...(note === undefined ? [] : [note])];
  if (errors.length > 0) sentences.push(`Not everything could be learnt: ${errors.join('; ')}`);
  const text = sentences.join(' ');
  return text.length > longestMessage ? `${text.slice(0, longestMessage - 1)}…` : text;
}
