import { details, filled, hasColumns, listDate, parts } from '../cells';
import type { TableShape } from '../listRow';

const table = { cut: 'table', delimiter: ',', kind: 'malicious' } as const;
/** PhishTank; some copies have the first four columns only. */
export const phishTank: TableShape = {
  ...{ ...table, id: 'phishtank' },
  recognizes: (head) => hasColumns(head, 'phish_id', 'url'),
  read: (cell, sink) => {
    const target = filled(cell('target'));
    const isOnline = filled(cell('online')) !== 'no';
    sink.take({
      // Copies from web pages contain references to characters.
      value: cell('url').replaceAll('&amp;', '&'),
      kind: 'malicious',
      risk: isOnline ? 'high' : 'medium',
      meaning: target === '' || target === 'Other' ? 'Phishing' : `Phishing that imitates ${target}`,
      firstSeen: listDate(cell('submission_time')),
      lastSeen: listDate(cell('verification_time')),
      reference: filled(cell('phish_detail_url')),
      details: details({ target, verified: cell('verified'), online: cell('online') }),
    });
  },
};

/** ViriBack's C2 panels: the URL, and its address as a second indicator of the same family. */
export const viriback: TableShape = {
  ...{ ...table, id: 'viriback' },
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
  ...{ ...table, id: 'tweetfeed' },
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
  ...{ ...table, id: 'c2intelfeeds' },
  recognizes: ({ header }) => /^(?:ip|domain)$/.test(header[0] ?? '') && header[1] === 'ioc',
  read: (_, sink, [value = '', meaning = '']) => {
    sink.take({ value, kind: 'malicious', risk: 'medium', meaning });
  },
};
