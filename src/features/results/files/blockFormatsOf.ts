import type { Indicator } from '../../../core/indicators/identity/types';
import type { FoundRows } from '../../../core/records/found';
import type { OtherFormat } from '../../shared/ids/commands';
import type { UiText } from '../../shared/ui';
import type { ResultsParts } from '../resultsParts';
import type { RunResult } from '../runs/runner';

/** The formats of block lists, rules, and queries for results; none for threats. */
export async function blockFormatsOf(
  { run }: RunResult,
  rows: FoundRows,
  title: string,
  { lookups, notices }: Pick<ResultsParts, 'lookups' | 'notices'>,
  report: (message: UiText | undefined) => void,
): Promise<readonly OtherFormat[]> {
  if (rows.type !== 'indicators') return [];
  const [{ blockListFormats }, { rowsOfRecords }] = await Promise.all([
    import('../../shared/blocking/blockListFormats'),
    import('../../../core/triage/rowsOfRecords'),
  ]);
  const source = { kind: 'service', name: run.origin.remote ? run.origin.host : '' } as const;
  const options = {
    title,
    notices,
    isIgnored: (indicator: Indicator) => lookups.blocked(indicator)?.kind === 'ignored',
  };
  return blockListFormats(rowsOfRecords(rows.rows, source), options, report);
}
