import { details, filled, hasColumns, listDate, parts } from '../cells';
import type { JsonShape, LineShape, ListSink, TableShape } from '../listRow';
import { objectsIn } from './json';

const table = { cut: 'table', delimiter: ',', kind: 'malicious' } as const;

function takePhish(cell: (name: string) => unknown, sink: ListSink): void {
  const target = filled(cell('target'));
  const isOnline = filled(cell('online')) !== 'no';
  // Copies from web pages contain references to characters.
  const value = filled(cell('url')).replaceAll('&amp;', '&');
  // In a damaged row, another column may be in this place.
  if (/^https?:\/\/(?:www\.)?phishtank\.(?:com|org)\/phish_detail/.test(value)) {
    sink.skip({ kind: 'report' }, value);
    return;
  }
  sink.take({
    value,
    kind: 'malicious',
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

/** The same as JSON. The addresses in its details are those of hosts, which may serve anything else. */
export const phishTankJson: JsonShape = {
  id: 'phishtank-json',
  cut: 'json',
  kind: 'malicious',
  recognizes: (value) => {
    const [first] = objectsIn(value);
    return first !== undefined && 'phish_id' in first && 'phish_detail_url' in first;
  },
  read: (value, sink) => {
    for (const row of objectsIn(value, sink)) takePhish((name) => row[name], sink);
  },
};

/** VX Vault's page of URLs, with or without its tags; the lines above the first one are its title. */
export const vxVault: LineShape = {
  id: 'vxvault',
  cut: 'lines',
  kind: 'malicious',
  recognizes: ({ lines }) => lines.slice(0, 20).some((line) => /^\s*(?:<[^<>]*>\s*)*VX Vault\b/i.test(line)),
  reader: (_, sink) => {
    let isTitle = true;
    return (line) => {
      for (const text of line.split(/<[^<>]*>/).map((each) => each.trim())) {
        const isUrl = /^https?:\/\//i.test(text);
        isTitle &&= !isUrl;
        if (isUrl) sink.take({ value: text, kind: 'malicious' });
        else if (text !== '' && !isTitle) sink.skip({ kind: 'noIndicator' }, text);
      }
    };
  },
};

/** CERT Polska's warning list with dates; removed entries are no longer listed. */
export const certPl: LineShape = {
  id: 'cert-pl',
  cut: 'lines',
  kind: 'malicious',
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
        kind: 'malicious',
        risk: 'high',
        meaning: 'Phishing or fraud',
        firstSeen,
        details: details({ number: cells[0] }),
      });
    };
  },
};

/** ViriBack's C2 panels: the URL, and its address as a second indicator of the same family. */
export const viriback: TableShape = {
  ...table,
  id: 'viriback',
  recognizes: (head) => hasColumns(head, 'family', 'url', 'ip', 'firstseen'),
  read: (cell, sink) => {
    const family = filled(cell('family'));
    const row = {
      kind: 'malicious',
      risk: 'high',
      meaning: 'C2 panel',
      threats: family === '' ? [] : [{ name: family, category: 'malware' }],
      firstSeen: listDate(cell('firstseen')),
    } as const;
    for (const value of [filled(cell('url')), filled(cell('ip'))]) if (value !== '') sink.take({ ...row, value });
  },
};

/** TweetFeed: indicators that were posted, with their tags. */
export const tweetFeed: TableShape = {
  ...table,
  id: 'tweetfeed',
  recognizes: (head) => hasColumns(head, 'date', 'user', 'type', 'value', 'tags', 'tweet'),
  read: (cell, sink) => {
    const type = filled(cell('type'));
    if (!/^(?:url|domain|ip)$/.test(type)) {
      sink.skip(/^(?:md5|sha)/.test(type) ? { kind: 'fileHash' } : { kind: 'otherType', detail: type }, cell('value'));
      return;
    }
    sink.take({
      value: filled(cell('value')),
      kind: 'malicious',
      risk: 'medium',
      meaning: 'Posted by researchers',
      firstSeen: listDate(cell('date')),
      reference: filled(cell('tweet')),
      details: details({ tags: parts(cell('tags')).join(', '), user: cell('user') }),
    });
  },
};

/** C2IntelFeeds: `#ip,ioc`. */
export const c2IntelFeeds: TableShape = {
  ...table,
  id: 'c2intelfeeds',
  recognizes: ({ header }) => /^(?:ip|domain)$/.test(header[0] ?? '') && header[1] === 'ioc',
  read: (_, sink, [value = '', meaning = '']) => {
    sink.take({ value, kind: 'malicious', risk: 'medium', meaning });
  },
};
