import { csvColumns, csvRow, type ReferenceOf } from '../../results';
import { type IndicatorRecord } from '../record';

/** A record as the header and one row of an Explore CSV (api-spec: “Explore CSV result”). */
export function exportCsv(record: IndicatorRecord, referenceOf: ReferenceOf): string {
  return `${csvColumns.join(',')}\n${csvRow(record, referenceOf)}`;
}
