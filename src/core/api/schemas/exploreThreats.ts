import { type ThreatRecord } from '../../records/threat';
import { bounds } from './bounds';
import { isMissing, isObject, listOf, type OnDropped } from './fields';
import { readThreatRecord } from './threat';

/**
 * Reads the JSON answer of Explore for type=threats, which nobody has documented (API-FACTS: expect `tid`, a name under
 * `threat` or `name`, `category`, `risk`): rows under `results` or `threats`, or a bare list. Undefined for what is none.
 */
export function readExploreThreats(
  body: unknown,
  onDropped: OnDropped,
): { readonly rows: readonly ThreatRecord[]; readonly left: number } | undefined {
  const key = isObject(body) ? ['results', 'threats'].find((name) => name in body) : undefined;
  if (!Array.isArray(body) && key === undefined) return undefined;
  const results = isObject(body) && key !== undefined ? body[key] : body;
  if (!isMissing(results) && typeof results !== 'object') return undefined;
  const all = listOf(results, 'results', onDropped, bounds.results);
  const rows = all.flatMap(
    (raw, index) => readThreatRecord(raw, (path, why) => onDropped(`results[${index}].${path}`, why)) ?? [],
  );
  return { rows, left: all.length - rows.length };
}
