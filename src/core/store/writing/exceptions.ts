import { lookupKey } from '../../indicators/identity/lookupKey';
import { emptyRecord } from '../../records/record';
import type { Exception } from '../../records/statement';
import { unpackRecord } from '../sqlite/body';
import { bodyOf } from '../sqlite/bodyTemplates';
import { type Connection, text } from '../sqlite/sqlite';
import { withdrawIndicator } from '../statements/changeDates';
import { canReachBelow, namesAbove } from '../statements/nameReach';
import { subjectByKey } from '../statements/statements';
import { remerge, type SourceContext, writeAssertion } from './assertions';

/**
 * Applies what a list excepts from its own rules, in a transaction, after all rules are written. An exception within a
 * rule for a name above it is stored; others only remove the rule. Returns how many rules were removed.
 */
export function liftRules(connection: Connection, source: SourceContext, exceptions: readonly Exception[]): number {
  return connection.transaction(() => exceptions.filter((each) => lift(connection, source, each)).length);
}

function lift(connection: Connection, source: SourceContext, { indicator, reach }: Exception): boolean {
  // An exception only for what is below a name doesn't lift a rule for the name itself.
  if (reach === 'below') return false;
  const key = lookupKey(indicator);
  if (indicator.type === 'domain' && namesAbove(key).some((name) => reachesBelow(connection, source, name))) {
    writeAssertion(connection, source, { record: { ...emptyRecord(indicator.value, 'domain'), reach: 'none' } });
    return false;
  }
  const subject = subjectByKey(connection, key);
  const body = subject === undefined ? undefined : bodyIn(connection, source, subject.iid);
  if (subject === undefined || body === undefined) return false;
  const stated = unpackRecord(body, subject.value, subject.type).reach;
  // Without the names below it, which a zone lists on their own.
  if (reach === undefined && (stated === 'below' || stated === 'all')) {
    writeAssertion(
      connection,
      source,
      { record: { ...unpackRecord(body, subject.value, subject.type), reach: 'below' } },
      'goes',
    );
    return stated === 'all';
  }
  withdrawIndicator(connection, source.id, subject.iid);
  connection.run('DELETE FROM assertion WHERE iid = ? AND source_id = ?', subject.iid, source.id);
  remerge(connection, subject);
  return true;
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
