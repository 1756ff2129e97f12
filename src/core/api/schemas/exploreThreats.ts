import type { ThreatRecord } from '../../records/threat';
import { bounds } from './bounds';
import type { OnDropped } from './fields';
import { hasAny, rowsIn } from './rows';
import { readThreatRecord } from './threat';

/**
 * Reads the JSON response of Explore for type=threats, which is left open (lookup API: “Explore JSON result”), whatever
 * wraps its rows. Undefined for another response.
 */
export function readExploreThreats(
  body: unknown,
  onDropped: OnDropped,
): { readonly rows: readonly ThreatRecord[]; readonly unreadable: number } | undefined {
  const all = rowsIn(body, ['results', 'threats', 'data'], (value) => hasAny(value, ['tid', 'threat', 'name']));
  if (all === undefined) return undefined;
  if (all.length > bounds.results) onDropped('results', `${all.length - bounds.results} more than ${bounds.results}`);
  const rows = all
    .slice(0, bounds.results)
    .flatMap((raw, index) => readThreatRecord(raw, (path, why) => onDropped(`results[${index}].${path}`, why)) ?? []);
  return { rows, unreadable: all.length - rows.length };
}
