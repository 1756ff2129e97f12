import { parseRisk } from '../../records/risk';
import type { ListKind } from '../../records/context';
import { details, filled, hasColumns, listDate, parts, withRemark } from '../cells';
import type { ListHead, TableShape } from '../listRow';

/** The only columns: a table with others, such as an export, is read by its own. */
const columns: ReadonlySet<string> = new Set([
  'indicator',
  'state',
  'verdict',
  'note',
  'notes',
  'tags',
  'author',
  'date',
]);

const allowed = /^(?:allow(?:ed|list(?:ed)?)?|benign|harmless|known[ -]good|safe|trusted)$/i;
const malicious = /^(?:block(?:ed)?|den(?:y|ied)|malicious|bad)$/i;

function kindOf(verdict: string): ListKind {
  if (allowed.test(verdict)) return 'knownServices';
  return malicious.test(verdict) || parseRisk(verdict) !== 'unknown' ? 'threats' : 'informational';
}

function isTeamFile(head: ListHead): boolean {
  const hasVerdict = head.header.includes('state') || head.header.includes('verdict');
  return hasColumns(head, 'indicator') && hasVerdict && head.header.every((name) => columns.has(name));
}

/**
 * The notes of a team in a CSV file: what it allows is a known service, what it rates has that risk, and everything else
 * is described by its note.
 */
export const teamFile: TableShape = {
  id: 'team',
  cut: 'table',
  delimiter: ',',
  kind: 'informational',
  recognizes: isTeamFile,
  read: (cell, sink) => {
    const value = filled(cell('indicator'));
    const verdict = filled(cell('verdict')) || filled(cell('state'));
    const kind = kindOf(verdict);
    const risk = parseRisk(verdict);
    const tags = parts(cell('tags').replaceAll(';', ',')).join(', ');
    const about = withRemark(filled(cell('note')) || filled(cell('notes')), tags);
    sink.take({
      value,
      kind,
      meaning: about || (kind === 'knownServices' ? 'Allowed' : undefined),
      risk: kind === 'threats' && risk !== 'unknown' ? risk : undefined,
      below: kind !== 'threats' && /^\*?\./.test(value) ? true : undefined,
      lastSeen: listDate(cell('date')),
      details: details({ verdict: kind === 'informational' ? verdict : '', tags, author: cell('author') }),
    });
  },
};
