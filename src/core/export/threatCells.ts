import type { ThreatLink } from '../records/record';
import type { RiskLevel } from '../records/risk';
import { isRedacted } from '../text/redactedCell';

/** The last columns: threats of an indicator and, in the same order, their categories. */
export const threatColumns = ['threats', 'threat_categories'] as const;

/** The cells of {@link threatColumns}: entries are separated by semicolons; semicolons in entries are escaped by a backslash. */
export function threatCells(threats: readonly Pick<ThreatLink, 'name' | 'category'>[]): readonly [string, string] {
  const joined = (entries: readonly string[]): string =>
    entries.map((entry) => entry.replace(/[\\;]/g, '\\$&')).join('; ');
  const categories = threats.map(({ category }) => category ?? '');
  return [joined(threats.map(({ name }) => name)), categories.every((each) => each === '') ? '' : joined(categories)];
}

/** Reads the threats from these cells, all with the same risk. */
export function threatsInCells(names: string, categories: string, risk: RiskLevel): readonly ThreatLink[] {
  const kinds = entriesOf(categories);
  return entriesOf(names).flatMap((name, at) => {
    const category = kinds[at] ?? '';
    return name === '' || isRedacted(name) ? [] : [{ name, ...(category === '' ? {} : { category }), risk }];
  });
}

function entriesOf(cell: string): readonly string[] {
  return [...cell.matchAll(/(?:^|;)((?:\\[^]?|[^\\;])*)/g)].map(([, entry = '']) =>
    entry.replace(/\\([^])/g, '$1').trim(),
  );
}
