import type { Indicator } from '../../../core/indicators/identity/types';
import type { Exported } from '../../../core/export/records';
import { emptyRecord, type IndicatorRecord } from '../../../core/records/record';
import type { OtherFormat } from '../../shared/ids/commands';
import type { Notices } from '../../shared/notices/notices';
import type { UiText } from '../../shared/ui';

interface BlockParts {
  readonly notices: Pick<Notices, 'inform'>;
  readonly isIgnored: (indicator: Indicator) => boolean;
}

/**
 * The formats of block lists, rules, and queries for an indicator, or for the loaded indicators of a threat or a feed.
 * `report` receives what to show after the export.
 */
export async function blockFormatsOf(
  exported: Exported,
  title: string,
  parts: BlockParts,
  report: (message: UiText | undefined) => void,
): Promise<readonly OtherFormat[]> {
  const records = recordsOf(exported);
  if (records.length === 0) return [];
  const [{ blockListFormats }, { rowsOfRecords }] = await Promise.all([
    import('../../shared/blocking/blockListFormats'),
    import('../../../core/triage/rowsOfRecords'),
  ]);
  return blockListFormats(rowsOfRecords(records, exported.source), { ...parts, title }, report);
}

function recordsOf(exported: Exported): readonly IndicatorRecord[] {
  if (exported.kind === 'indicator') return [exported.record];
  return (exported.links?.links ?? []).map(({ type, value, risk, retired }) => ({
    ...emptyRecord(value, type),
    ...{ risk, retired },
  }));
}
