import { lookupKey } from '../../indicators';
import type { IndicatorRecord, RedirectEnd } from '../../records/record';
import { effectiveStatementsOf, type Subject } from './statements';
import { mergeStatements } from './merge';
import { lastQid } from '../activity/scanQueue';
import { type Connection, integer } from '../sqlite/sqlite';
import { omit } from './omit';

/** Things that have an ID in the interface but only a name in the sources. */
type NamedKind = 'riskfactor' | 'comment' | 'user';

function commentName(key: string, username: string | undefined, text: string): string {
  return [key, username ?? '', text].join('\n');
}

function ownNumber(connection: Connection, kind: NamedKind, name: string): number | undefined {
  return integer(connection.get('SELECT id FROM own_name WHERE kind = ? AND name = ?', kind, name)?.id);
}

/** Assigns local IDs to risk factors, comments, and users of a record that is being written. */
export function assignNameIds(connection: Connection, key: string, record: IndicatorRecord): void {
  const keep = (kind: NamedKind, name: string): void => {
    // Names are never deleted, and the same few reasons come with every record of a feed.
    const known = `\nname\n${kind}\n${name}`;
    if (connection.memo.has(known)) return;
    connection.memo.set(known, 0);
    connection.run('INSERT OR IGNORE INTO own_name (kind, name) VALUES (?, ?)', kind, name);
  };
  for (const { description } of record.riskFactors) keep('riskfactor', description);
  for (const { username, text } of record.comments) {
    keep('comment', commentName(key, username, text));
    if (username !== undefined) keep('user', username);
  }
}

/** An object with one key, or an empty one if the value is undefined. */
function given<const K extends string>(name: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, number>);
}

/**
 * The record that the local service serves: merged from all local sources, with local IDs only. IDs from sources are
 * dropped here and stay in their assertions.
 */
export function localRecord(connection: Connection, subject: Subject): IndicatorRecord | undefined {
  const [first, ...rest] = effectiveStatementsOf(connection, subject, true);
  if (first === undefined) return undefined;
  const merged = omit(mergeStatements([first, ...rest]), 'qid');
  const redirect = ({ value }: RedirectEnd): RedirectEnd => {
    const own = integer(connection.get('SELECT iid FROM indicator WHERE key = ?', lookupKey(value))?.iid);
    return own === undefined ? { value } : { iid: own, value };
  };
  return {
    ...merged,
    iid: subject.iid,
    ...given('qid', lastQid(connection, lookupKey(subject))),
    riskFactors: merged.riskFactors.map(({ description, risk }) => ({
      description,
      risk,
      ...given('id', ownNumber(connection, 'riskfactor', description)),
    })),
    redirects: { from: merged.redirects.from.map(redirect), to: merged.redirects.to.map(redirect) },
    comments: merged.comments.map((comment) => {
      const name = commentName(lookupKey(subject), comment.username, comment.text);
      const uid = comment.username === undefined ? undefined : ownNumber(connection, 'user', comment.username);
      return {
        ...omit(comment, 'cid', 'uid'),
        ...given('cid', ownNumber(connection, 'comment', name)),
        ...given('uid', uid),
      };
    }),
  };
}
