import { type BlockForm, blockForms } from '../../../core/export/blocking';
import type { Indicator } from '../../../core/indicators/identity/types';
import type { LookupSettings } from '../../../core/lookups/options';
import { createSendPolicy } from '../../../core/lookups/policy/sendPolicy';
import type { RiskLevel } from '../../../core/records/risk';
import type { Triaged } from '../../../core/triage/assess';
import { getBlockFile, blockSelection, formatSkippedEntries } from '../../../core/triage/blocking';
import type { CliIo } from '../command';
import type { TriageFormat } from '../manual/readingCommands';

/** Whether a format is about what to block or to search for. */
export function isBlockForm(format: TriageFormat): format is BlockForm {
  return blockForms.some((form) => form === format);
}

/** Prints the rows that may be blocked in a format; reports what it skips on standard error. */
export async function printBlockFile(
  rows: readonly Triaged[],
  form: BlockForm,
  options: {
    readonly lowest: RiskLevel;
    readonly ignore: LookupSettings['ignore'];
    /** Whether to block hosts of which only URLs are listed. */
    readonly hostsOfUrls: boolean;
  },
  io: CliIo,
): Promise<void> {
  const { lowest, ignore, hostsOfUrls } = options;
  const policy = createSendPolicy(() => ignore);
  const isIgnored = (indicator: Indicator): boolean => policy(indicator, indicator)?.kind === 'ignored';
  const selection = blockSelection(rows, lowest, { isIgnored, hostsOfUrls });
  const { text, written, notExpressible } = getBlockFile(form, selection, { lowest, created: Date.now() });
  const skippedTexts = formatSkippedEntries(selection.skipped, notExpressible);
  if (written === 0) io.err('No indicators to block.');
  if (skippedTexts.length > 0) io.err(`Skipped: ${skippedTexts.join(', ')}.`);
  if (selection.hasSample) io.err('Contains fictional sample data.');
  // Files and programs get every character as it is.
  if (written > 0) await io.document(text, 'csv');
}
