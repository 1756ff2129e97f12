import type { IndicatorRecord } from '../../records/record';
import { bounds } from './bounds';
import { type OnDropped } from './fields';
import { readIndicator } from './indicator';
import { hasAny, rowsIn } from './rows';

/**
 * Reads the JSON answer of Explore for type=indicators (api-spec leaves it open; API-FACTS: `{"results": […]}`), whatever
 * wraps its rows: every row that can be read. Undefined for what is no such answer.
 */
export function readExploreRows(body: unknown, onDropped: OnDropped): readonly IndicatorRecord[] | undefined {
  return readExploreIndicators(body, onDropped)?.rows;
}

/** The same with the number of rows that can't be read, or are beyond what is kept of one answer. */
export function readExploreIndicators(
  body: unknown,
  onDropped: OnDropped,
): { readonly rows: readonly IndicatorRecord[]; readonly left: number } | undefined {
  const all = rowsIn(body, ['results', 'indicators', 'data'], (value) => hasAny(value, ['iid', 'indicator']));
  if (all === undefined) return undefined;
  if (all.length > bounds.results) onDropped('results', `${all.length - bounds.results} more than ${bounds.results}`);
  const rows: IndicatorRecord[] = [];
  for (const [index, raw] of all.slice(0, bounds.results).entries()) {
    const row = readIndicator(raw, undefined, (path, why) => onDropped(`results[${index}].${path}`, why));
    if (row !== undefined) rows.push(row);
    else onDropped(`results[${index}]`, 'not readable');
  }
  return { rows, left: all.length - rows.length };
}
