import type { ThreatLink } from '../../records/record';
import { csvCell } from '../csvCell';
import { csvComments } from './csvWriter';
import type { ResultsHeader } from './header';

/** A CSV of threats, which isn't specified, with the comments of an Explore CSV. */
export function threatsCsvFile(
  header: ResultsHeader,
  threats: readonly Pick<ThreatLink, 'tid' | 'name' | 'category' | 'risk'>[],
): string {
  const rows = threats.map(({ tid, name, category, risk }) =>
    [csvCell(name), csvCell(category ?? ''), risk, String(tid ?? '')].join(','),
  );
  return [`${csvComments(header)}threat,category,risk,tid`, ...rows, ''].join('\n');
}
