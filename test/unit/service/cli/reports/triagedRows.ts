import type { Indicator } from '../../../../../src/core/indicators/identity/types';
import type { Known } from '../../../../../src/core/records/knowledge';
import { emptyRecord, type IndicatorRecord } from '../../../../../src/core/records/record';
import type { Triaged } from '../../../../../src/core/triage/assess';

/** An indicator of a list with a record, at line 2 of the first file. */
export function knownRow(
  indicator: Indicator,
  record: Partial<IndicatorRecord>,
  more: Partial<Triaged> = {},
  source = 'Block list',
): Triaged {
  const lead: Known = {
    kind: 'known',
    source: { kind: 'mirror', name: source },
    asOf: Date.UTC(2026, 4, 1),
    detail: 'full',
    record: { ...emptyRecord(indicator.value, indicator.type), ...record },
  };
  return {
    indicator,
    reserved: false,
    lines: 1,
    files: 1,
    locations: [{ file: 0, line: 2, column: 5 }],
    status: 'found',
    known: [lead],
    lead,
    ...more,
  };
}

/** A domain with a risk. */
export const domain = (value: string, risk: IndicatorRecord['risk'], more: Partial<Triaged> = {}): Triaged =>
  knownRow({ type: 'domain', value }, { risk }, more);
