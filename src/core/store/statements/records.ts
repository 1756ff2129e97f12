import { lookupKey } from '../../indicators';
import type { IndicatorRecord, RedirectEnd } from '../../records/record';
import { getEffectiveStatements, type Subject } from './statements';
import { mergeStatements } from './merge';
import { lastQid } from '../activity/scanQueue';
import { type Connection, integer } from '../sqlite/sqlite';
import { omit } from './omit';

/** Things that have an ID in the interface but only a name in the sources. */
export type NamedKind = 'riskfactor' | 'comment' | 'user';

function commentName(key: string, username: string | undefined, text: string): string {
  return [key, username ?? '', text].join('\n');
}

function ownNumber(connection: Connection, kind: NamedKind, name: string): number | undefined {
  return integer(connection.get('SELECT id FROM own_name WHERE kind = ? AND name = ?', kind, name)?.id);
}

/** Assigns local IDs to risk factors, comments, and users of a record that is being written. */
export function assignNameIds(connection: Connection, key: string, record: IndicatorRecord): void {
  forEachName(key, record, (kind, name) => {
    // Names are never deleted, and the same few reasons come with every record of a feed.
    const known = `\nname\n${kind}\n${name}`;
    if (connection.memo.has(known)) return;
    connection.memo.set(known, 0);
    connection.run('INSERT OR IGNORE INTO own_name (kind, name) VALUES (?, ?)', kind, name);
  });
}

/** Calls back for everything in a record that has a local ID by its name. */
export function forEachName(key: string, record: IndicatorRecord, take: (kind: NamedKind, name: string) => void): void {
  for (const { description } of record.riskFactors) take('riskfactor', description);
  for (const { username, text } of record.comments) {
    take('comment', commentName(key, username, text));
    if (username !== undefined) take('user', username);
  }
}

/** An object with one key, or an empty one if the value is undefined. */
function given<const K extends string>(name: K, value: number | undefined): Partial<Record<K, number>> {
  return value === undefined ? {} : ({ [name]: value } as Record<K, number>);
}

/** Finds the local IDs for a record. */
export interface LocalIds {
  /** The ID of the last scan of an indicator. */
  qid(key: string): number | undefined;
  /** The ID of an indicator. */
  iid(key: string): number | undefined;
  named(kind: NamedKind, name: string): number | undefined;
}

/**
 * The record that the local service serves: merged from all local sources, with local IDs only. IDs from sources are
 * dropped here and stay in their assertions.
 */
export function localRecord(connection: Connection, subject: Subject): IndicatorRecord | undefined {
  const merged = mergedRecord(connection, subject);
  if (merged === undefined) return undefined;
  return withLocalIds(merged, subject, {
    qid: (key) => lastQid(connection, key),
    iid: (key) => integer(connection.get('SELECT iid FROM indicator WHERE key = ?', key)?.iid),
    named: (kind, name) => ownNumber(connection, kind, name),
  });
}

/** The merged record of an indicator, without local IDs of its parts; undefined if no source has it. */
export function mergedRecord(connection: Connection, subject: Subject): IndicatorRecord | undefined {
  const [first, ...rest] = getEffectiveStatements(connection, subject, true);
  return first === undefined ? undefined : omit(mergeStatements([first, ...rest]), 'qid');
}

/** A merged record with local IDs. */
export function withLocalIds(merged: IndicatorRecord, subject: Subject, ids: LocalIds): IndicatorRecord {
  const key = lookupKey(subject);
  const redirect = ({ value }: RedirectEnd): RedirectEnd => {
    const own = ids.iid(lookupKey(value));
    return own === undefined ? { value } : { iid: own, value };
  };
  return {
    ...merged,
    iid: subject.iid,
    ...given('qid', ids.qid(key)),
    riskFactors: merged.riskFactors.map(({ description, risk }) => ({
      description,
      risk,
      ...given('id', ids.named('riskfactor', description)),
    })),
    redirects: { from: merged.redirects.from.map(redirect), to: merged.redirects.to.map(redirect) },
    comments: merged.comments.map((comment) => ({
      ...omit(comment, 'cid', 'uid'),
      ...given('cid', ids.named('comment', commentName(key, comment.username, comment.text))),
      ...given('uid', comment.username === undefined ? undefined : ids.named('user', comment.username)),
    })),
  };
}
