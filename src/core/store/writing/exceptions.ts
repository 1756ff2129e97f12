import { lookupKey } from '../../indicators/identity/lookupKey';
import { emptyRecord } from '../../records/record';
import type { Exception } from '../../records/statement';
import { unpackRecord } from '../sqlite/body';
import { bodyOf } from '../sqlite/bodyTemplates';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { withdrawIndicator } from '../statements/changeDates';
import { canReachBelow, namesAbove } from '../../indicators/registry/namesAbove';
import { omit } from '../statements/omit';
import { type Subject, subjectByIid, subjectByKey } from '../statements/statements';
import { remerge, type SourceContext, writeAssertion } from './assertions';

const sliceSize = 500;

/**
 * Applies what a list excepts from its own rules, in a transaction, after all rules are written. An exception within a
 * rule for a name above it is stored; others only remove the rule. Returns how many rules were removed.
 */
export function liftRules(connection: Connection, source: SourceContext, exceptions: readonly Exception[]): number {
  return connection.transaction(() => exceptions.filter((each) => lift(connection, source, each)).length);
}

function lift(connection: Connection, source: SourceContext, { indicator, reach, removes }: Exception): boolean {
  const key = lookupKey(indicator);
  const subject = subjectByKey(connection, key);
  const body = subject === undefined ? undefined : bodyIn(connection, source, subject.iid);
  const record = body === undefined ? undefined : unpackRecord(body, indicator.value, indicator.type);
  const stated = record?.reach;
  if (removes !== undefined) {
    if (removes === 'exception' || subject === undefined || record === undefined || stated !== reach) return false;
    remove(connection, source, subject);
    return true;
  }
  // An exception only for what is below a name doesn't lift a rule for the name itself.
  if (reach === 'below' && record !== undefined && stated !== 'below' && stated !== 'none') {
    if (stated === 'all') writeAssertion(connection, source, { record: omit(record, 'reach') }, 'goes');
    return false;
  }
  if (indicator.type === 'domain' && namesAbove(key).some((name) => reachesBelow(connection, source, name))) {
    const excepted = { ...emptyRecord(indicator.value, 'domain'), reach: 'none' } as const;
    writeAssertion(connection, source, { record: excepted });
    return false;
  }
  if (subject === undefined || record === undefined) return false;
  // Without the names below it, which a zone lists on their own.
  if (reach === undefined && (stated === 'below' || stated === 'all')) {
    writeAssertion(connection, source, { record: { ...record, reach: 'below' } }, 'goes');
    return stated === 'all';
  }
  remove(connection, source, subject);
  return true;
}

/**
 * Removes some of the exceptions that the list no longer contains, from an indicator on, in a transaction. Returns where to
 * continue; undefined at the end.
 */
export function removeOldExceptions(connection: Connection, source: SourceContext, from: number): number | undefined {
  return connection.transaction(() => {
    const rows = connection.all(
      `SELECT iid, body FROM assertion WHERE source_id = ? AND as_of < ? AND iid > ? ORDER BY iid LIMIT ${sliceSize}`,
      source.id,
      source.asOf,
      from,
    );
    for (const row of rows) {
      const subject = subjectByIid(connection, integer(row.iid) ?? 0);
      if (subject === undefined) continue;
      const { reach } = unpackRecord(bodyOf(connection, text(row.body)), subject.value, subject.type);
      if (reach === 'none') remove(connection, source, subject);
    }
    return rows.length < sliceSize ? undefined : integer(rows.at(-1)?.['iid']);
  });
}

function remove(connection: Connection, source: SourceContext, subject: Subject): void {
  withdrawIndicator(connection, source.id, subject.iid);
  connection.run('DELETE FROM assertion WHERE iid = ? AND source_id = ?', subject.iid, source.id);
  remerge(connection, subject);
}

function bodyIn(connection: Connection, { id }: SourceContext, iid: number): string | undefined {
  const row = connection.get('SELECT body FROM assertion WHERE iid = ? AND source_id = ?', iid, id);
  return row === undefined ? undefined : bodyOf(connection, text(row.body));
}

function reachesBelow(connection: Connection, source: SourceContext, name: string): boolean {
  const subject = canReachBelow(name) ? subjectByKey(connection, name) : undefined;
  const body = subject === undefined ? undefined : bodyIn(connection, source, subject.iid);
  if (body === undefined) return false;
  const { reach } = unpackRecord(body, name, 'domain');
  return reach === 'all' || reach === 'below';
}
