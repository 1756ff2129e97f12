import { details, filled, hasColumns, listDate, parts } from '../cells';
import type { LineShape, TableShape } from '../listRow';

const table = { cut: 'table', delimiter: ',', kind: 'threats' } as const;

/** VX Vault's page of URLs, with or without its tags; the lines above the first one are its title. */
export const vxVault: LineShape = {
  id: 'vxvault',
  cut: 'lines',
  kind: 'threats',
  recognizes: ({ lines }) => lines.slice(0, 20).some((line) => /^\s*(?:<[^<>]*>\s*)*VX Vault\b/i.test(line)),
  reader: (_, sink) => {
    let isTitle = true;
    return (line) => {
      for (const text of line.split(/<[^<>]*>/).map((each) => each.trim())) {
        const isUrl = /^https?:\/\//i.test(text);
        isTitle &&= !isUrl;
        if (isUrl) sink.take({ value: text, kind: 'threats' });
        else if (text !== '' && !isTitle) sink.skip({ kind: 'noIndicator' }, text);
      }
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
      kind: 'threats',
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
      kind: 'threats',
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
    sink.take({ value, kind: 'threats', risk: 'medium', meaning });
  },
};
