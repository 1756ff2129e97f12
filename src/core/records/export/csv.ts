import { markedCsv, type ReferenceOf } from '../../results';
import { type IndicatorRecord } from '../record';

/**
 * A record as the header and one row of an Explore CSV (api-spec: “Explore CSV result”); who may see it stands in a column of its
 * own behind the others, where its source says so.
 */
export function exportCsv(record: IndicatorRecord, referenceOf: ReferenceOf): string {
  return [...markedCsv([record], referenceOf)].join('');
}
