import { isListedByMistake } from '../context/falsePositives';
import { knownContexts } from '../context/knownContexts';
import { getHost } from '../indicators/identity/getHost';
import { isReserved } from '../indicators/registry/reserved';
import type { Known, Source } from '../records/knowledge';
import type { IndicatorRecord } from '../records/record';
import type { Triaged } from './assess';

/** Records as rows of a triage, so that the same rules decide which of them may be blocked. */
export function rowsOfRecords(records: readonly IndicatorRecord[], source: Source): readonly Triaged[] {
  return records.map((record): Triaged => {
    const indicator = { type: record.type, value: record.value };
    const lead: Known = { kind: 'known', source, asOf: 0, record, detail: 'summary' };
    const reserved = isReserved(getHost(indicator) ?? indicator);
    return {
      indicator,
      reserved,
      lines: 1,
      files: 1,
      locations: [],
      status: 'found',
      known: [lead],
      lead,
      contexts: knownContexts(indicator, [lead]),
      isFalsePositive: isListedByMistake(indicator, [lead]),
    };
  });
}
