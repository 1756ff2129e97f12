import type { Known } from '../records/knowledge';
import { creditsField } from '../records/labels/credit';
import { emptyRecord } from '../records/record';
import type { Connection } from './sqlite/sqlite';
import { canReachBelow, namesAbove } from './statements/nameReach';
import { omit } from './statements/omit';
import { effectiveStatementsOf, subjectByKey } from './statements/statements';

const knownOf = ({ kind, source, asOf, record, detail }: Known): Known => ({ kind, source, asOf, record, detail });

/** What local sources say about a key itself. A list that only means names below it, or excepts it, says nothing. */
export function statementsOfKey(connection: Connection, key: string): readonly Known[] {
  const subject = subjectByKey(connection, key);
  if (subject === undefined) return [];
  return effectiveStatementsOf(connection, subject, false)
    .filter(({ record: { reach } }) => reach === undefined || reach === 'all')
    .map(knownOf);
}

const sourceKey = ({ source: { kind, name } }: Known): string => `${kind}\n${name}`;

/**
 * What lists say about a name by rules for all names below one above it: of each list the nearest one, unless the list
 * contains the name itself, or excepts it.
 */
export function statementsAbove(connection: Connection, key: string): readonly Known[] {
  const above = namesAbove(key).flatMap((name) => {
    const subject = subjectByKey(connection, name);
    return subject === undefined ? [] : [{ name, statements: effectiveStatementsOf(connection, subject, false, true) }];
  });
  if (above.length === 0) return [];
  const own = subjectByKey(connection, key);
  const said = own === undefined ? [] : effectiveStatementsOf(connection, own, false);
  const decided = new Set(said.filter(({ record }) => record.reach !== 'below').map(sourceKey));
  return above.flatMap(({ name, statements }) =>
    statements.flatMap((each): readonly Known[] => {
      const known = listedBelow(each, name, key);
      if (known === undefined) return contextsBelow(each, key);
      if (decided.has(sourceKey(each))) return [];
      decided.add(sourceKey(each));
      return each.record.reach === 'none' ? [] : [known];
    }),
  );
}

/** The statement as one about a name below; undefined if it is only about the name itself. */
function listedBelow(each: Known, name: string, key: string): Known | undefined {
  const { reach } = each.record;
  if (reach === undefined || !canReachBelow(name)) return undefined;
  const record = { ...omit(each.record, 'reach', 'iid', 'qid'), value: key };
  return { ...knownOf(each), source: { ...each.source, range: `*.${name}` }, record };
}

/** What a list of known services says about all names below its entries. */
function contextsBelow(each: Known, key: string): readonly Known[] {
  const contexts = (each.record.contexts ?? []).filter(({ below }) => below === true);
  if (contexts.length === 0) return [];
  const record = { ...emptyRecord(key, 'domain'), contexts, ...creditsField(each.record.credits ?? []) };
  return [{ ...knownOf(each), record }];
}
