import type { IndicatorRecord } from '../../records/record';
import { bounds } from './bounds';
import { isMissing, isObject, listOf, type OnDropped } from './fields';
import { readIndicator } from './indicator';

/**
 * Reads the JSON answer of Explore for type=indicators (api-spec leaves it open; API-FACTS: `{"results": […]}`): every
 * row that can be read. Undefined for what is no such answer.
 */
export function readExploreRows(body: unknown, onDropped: OnDropped): readonly IndicatorRecord[] | undefined {
  return readExploreIndicators(body, onDropped)?.rows;
}

/** The same with the number of rows that can't be read. */
export function readExploreIndicators(
  body: unknown,
  onDropped: OnDropped,
): { readonly rows: readonly IndicatorRecord[]; readonly left: number } | undefined {
  const results = isObject(body) ? body['results'] : body;
  if (isObject(body) && !('results' in body)) return undefined;
  if (!isMissing(results) && typeof results !== 'object') return undefined;
  if (!isObject(body) && !Array.isArray(body)) return undefined;
  const rows: IndicatorRecord[] = [];
  const all = listOf(results, 'results', onDropped, bounds.results);
  for (const [index, raw] of all.entries()) {
    const row = readIndicator(raw, undefined, (path, why) => onDropped(`results[${index}].${path}`, why));
    if (row !== undefined) rows.push(row);
    else onDropped(`results[${index}]`, 'not readable');
  }
  return { rows, left: all.length - rows.length };
}
