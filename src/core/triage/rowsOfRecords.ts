import { isListNoise } from '../context/listNoise';
import { knownContexts } from '../context/knownContexts';
import type { Indicator } from '../indicators/identity/types';
import type { Known, Source } from '../records/knowledge';
import type { IndicatorRecord } from '../records/record';
import type { Triaged } from './assess';

/**
 * Records as rows of a triage, so that the same rules say which of them may be blocked. `blocked` returns why an
 * indicator must never be sent; undefined if it may be.
 */
export function rowsOfRecords(
  records: readonly IndicatorRecord[],
  source: Source,
  blocked: (indicator: Indicator) => 'ignored' | 'reserved' | undefined,
): readonly Triaged[] {
  return records.map((record): Triaged => {
    const indicator = { type: record.type, value: record.value };
    const lead: Known = { kind: 'known', source, asOf: 0, record, detail: 'summary' };
    return {
      ...{ indicator, reserved: false, occurrences: 1, files: 1, locations: [] },
      ...{ standing: blocked(indicator) ?? 'known', known: [lead], lead },
      ...{ contexts: knownContexts(indicator, [lead]), isNoise: isListNoise(indicator, [lead]) },
    };
  });
}
