import { details, filled, hasColumns, listDate } from '../cells';
import type { JsonShape, LineShape, ListSink, TableShape } from '../listRow';
import { objectsIn } from './json';

const table = { cut: 'table', delimiter: ',', kind: 'threats' } as const;

function takePhish(cell: (name: string) => unknown, sink: ListSink): void {
  const target = filled(cell('target'));
  const isOnline = filled(cell('online')) !== 'no';
  // Copies from web pages contain references to characters.
  const value = filled(cell('url')).replaceAll('&amp;', '&');
  // In a damaged row, another column may be at this position.
  if (/^https?:\/\/(?:www\.)?phishtank\.(?:com|org)\/phish_detail/.test(value)) {
    sink.skip({ kind: 'report' }, value);
    return;
  }
  sink.take({
    value,
    kind: 'threats',
    risk: isOnline ? 'high' : 'medium',
    meaning: target === '' || target === 'Other' ? 'Phishing' : `Phishing that imitates ${target}`,
    firstSeen: listDate(cell('submission_time')),
    lastSeen: listDate(cell('verification_time')),
    reference: filled(cell('phish_detail_url')),
    details: details({ target, verified: cell('verified'), online: cell('online') }),
  });
}

/** PhishTank; some copies have the first four columns only. */
export const phishTank: TableShape = {
  ...table,
  id: 'phishtank',
  recognizes: (head) => hasColumns(head, 'phish_id', 'url'),
  read: takePhish,
};

/** PhishTank as JSON. The addresses in its details are those of hosts, which may serve anything else. */
export const phishTankJson: JsonShape = {
  id: 'phishtank-json',
  cut: 'json',
  kind: 'threats',
  recognizes: (value) => {
    const [first] = objectsIn(value);
    return first !== undefined && 'phish_id' in first && 'phish_detail_url' in first;
  },
  read: (value, sink) => {
    for (const row of objectsIn(value, sink)) takePhish((name) => row[name], sink);
  },
};

/** CERT Polska's warning list with dates; removed entries are no longer listed. */
export const certPl: LineShape = {
  id: 'cert-pl',
  cut: 'lines',
  kind: 'threats',
  recognizes: ({ data }) => /^"?PozycjaRejestru"?\t/i.test(data[0] ?? ''),
  reader: ({ data }, sink) => {
    const cellsOf = (line: string): readonly string[] =>
      line.split('\t').map((cell) => cell.trim().replace(/^"|"$/g, ''));
    const names = cellsOf((data[0] ?? '').toLowerCase());
    return (line) => {
      const cells = cellsOf(line);
      const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
      if (line.trim() === '' || /^\uFEFF?pozycjarejestru$/i.test(cells[0] ?? '')) return;
      const value = cell('adresdomeny');
      if (filled(cell('datawykreslenia')) !== '') {
        sink.skip({ kind: 'deletedAttribute' }, value);
        return;
      }
      const firstSeen = listDate(cell('datawpisu'));
      sink.take({
        value,
        kind: 'threats',
        risk: 'high',
        meaning: 'Phishing or fraud',
        firstSeen,
        details: details({ number: cells[0] }),
      });
    };
  },
};
