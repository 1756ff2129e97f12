import { creditLine, creditsField } from '../../records/labels/credit';
import type { IndicatorRecord } from '../../records/record';
import type { Value } from '../sqlite/sqlite';

/** The parts of the credit line of a source `s`; parsed only for the few sources that have one. */
export const creditSql = `iif(instr(s.details, '"credit":') > 0,
    json_extract(s.details, '$.credit', '$.license', '$.terms'), NULL)`;

/** The credit line in a row of {@link creditSql}, as a field of a record. */
export function creditIn(value: Value | undefined): Pick<IndicatorRecord, 'credits'> {
  if (typeof value !== 'string') return {};
  const parts: unknown = JSON.parse(value);
  const [credit, license, terms] = (Array.isArray(parts) ? parts : []).map((part: unknown) =>
    typeof part === 'string' ? part : '',
  );
  const line = creditLine({ credit: credit ?? '', license: license ?? '', terms: terms ?? '' });
  return creditsField(line === undefined ? [] : [line]);
}
