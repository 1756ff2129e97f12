import { canonicalAddress } from '../../indicators/identity/addresses';
import { parseNetwork } from '../../indicators/identity/network';
import { refang } from '../../indicators/identity/refang';
import type { IndicatorRecord } from '../../records/record';
import { bounds } from './bounds';
import type { OnDropped } from './fields';
import { readIndicator } from './indicator';
import { readProperties } from './properties';
import { hasAny, rowsIn } from './rows';

/**
 * Reads the JSON response of Explore for type=indicators (lookup API: “Explore JSON result”), whatever wraps its rows:
 * every row that can be read. Undefined for another response.
 */
export function readExploreRows(body: unknown, onDropped: OnDropped): readonly IndicatorRecord[] | undefined {
  return readExploreIndicators(body, onDropped)?.rows;
}

/** Like `readExploreRows`, but counts the rows that are unreadable, don't match their type, or exceed the bounds. */
export function readExploreIndicators(
  body: unknown,
  onDropped: OnDropped,
): { readonly rows: readonly IndicatorRecord[]; readonly unreadable: number } | undefined {
  const all = rowsIn(body, ['results', 'indicators', 'data'], (value) => hasAny(value, ['iid', 'indicator']));
  if (all === undefined) return undefined;
  if (all.length > bounds.results) onDropped('results', `${all.length - bounds.results} more than ${bounds.results}`);
  const rows: IndicatorRecord[] = [];
  for (const [index, raw] of all.slice(0, bounds.results).entries()) {
    const row = readIndicator(raw, undefined, (path, why) => onDropped(`results[${index}].${path}`, why));
    if (row === undefined) onDropped(`results[${index}]`, 'not readable');
    else if (isOfItsType(row)) rows.push(withFlatProperties(row));
    else onDropped(`results[${index}].indicator`, `no ${row.type}`);
  }
  return { rows, unreadable: all.length - rows.length };
}

/** Whether the value of a row matches its type; other values would be copied and exported as indicators. */
function isOfItsType({ value, type }: IndicatorRecord): boolean {
  const text = refang(value);
  switch (type) {
    case 'ip':
      return canonicalAddress(text) !== undefined || parseNetwork(text)?.value !== undefined;
    case 'url':
      return URL.canParse(text.includes('://') || !text.includes('/') ? text : `http://${text}`);
    case 'domain':
      return text !== '' && !/[\s\p{Cc}"'/:@?#%<>\\^|[\]{}]/u.test(text) && canonicalAddress(text) === undefined;
  }
}

/**
 * Properties that a row names like the columns of the CSV (lookup API: “Explore CSV result”): `dns_ptr` is `ptr` of
 * `dns`.
 */
function withFlatProperties(row: IndicatorRecord): IndicatorRecord {
  const flat = Object.entries(row.other).flatMap(([name, value]) => {
    const [, group, key] = /^(geo|dns)_(\w+)$/.exec(name) ?? [];
    return group === undefined || key === undefined || row.properties[group]?.[key] !== undefined
      ? []
      : [{ name, group, key, value }];
  });
  if (flat.length === 0) return row;
  const names = new Set(flat.map(({ name }) => name));
  const properties = { ...row.properties };
  for (const { group, key, value } of flat) {
    const read = readProperties({ [group]: { [key]: value } }, '', () => undefined)[group] ?? {};
    properties[group] = { ...properties[group], ...read };
  }
  return {
    ...row,
    properties,
    other: Object.fromEntries(Object.entries(row.other).filter(([name]) => !names.has(name))),
  };
}
