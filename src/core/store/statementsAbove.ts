import { canReachBelow, namesAbove } from '../indicators/registry/namesAbove';
import { isKnown, type Knowledge, type Known } from '../records/knowledge';
import { creditsField } from '../records/labels/credit';
import { emptyRecord } from '../records/record';
import type { Connection } from './sqlite/sqlite';
import type { BulkRead } from './bulkRead';
import { statementsOfParent } from './statements/listedParent';
import { omit } from './statements/omit';
import { getEffectiveStatements, getStatements, type Subject, subjectByKey } from './statements/statements';

const knownOf = ({ kind, source, asOf, record, detail }: Known): Known => ({ kind, source, asOf, record, detail });

/**
 * Statements of local sources about a key itself, without those of lists that only mean its subdomains, or except it.
 */
export function statementsOfKey(connection: Connection, key: string, bulk?: BulkRead): readonly Known[] {
  const subject = subjectOf(connection, key, bulk);
  if (subject === undefined) return [];
  const statements = bulk?.statementsOf(subject) ?? getEffectiveStatements(connection, subject, false);
  if (statements.length === 0) refuseUnreadable(connection, subject);
  return statements.filter(isAboutItself).map(knownOf);
}

/** The statements about an indicator are missing. Everything else can be read. */
export class UnreadableRecordError extends Error {
  /** SQLite's code of corruption. */
  readonly errcode = 11;
}

/** Throws if the statements about an indicator are missing, since it isn't unknown. */
function refuseUnreadable(connection: Connection, { iid, value }: Subject): void {
  // In one statement, since a writer may have removed it in the meantime.
  const sql = `SELECT 1 FROM indicator i WHERE iid = ? AND NOT EXISTS
    (SELECT 1 FROM assertion a JOIN source s ON s.id = a.source_id WHERE a.iid = i.iid)`;
  if (connection.get(sql, iid) === undefined) return;
  throw new UnreadableRecordError(`the record of ${value} can't be read`);
}

/** The row of a key, from the bulk read if that covers the key. */
function subjectOf(connection: Connection, key: string, bulk: BulkRead | undefined): Subject | undefined {
  return bulk?.hasSubject(key) === true ? bulk.subject(key) : subjectByKey(connection, key);
}

const sourceKey = ({ source: { kind, name } }: Known): string => `${kind}\n${name}`;

/** Answers of services about names, by name; most have none. */
export type AnswersAbove = ReadonlyMap<string, readonly Knowledge[]>;

/**
 * Statements about a name that follow from those about names above it: first by rules for all subdomains, the nearest
 * one of each list, unless the list contains or excepts the name itself; then by a risk of a name above, see {@link
 * statementsOfParent}. `about` is the knowledge about the name itself.
 */
export function statementsAbove(
  connection: Connection,
  key: string,
  about: readonly Knowledge[],
  answers: AnswersAbove,
  bulk?: BulkRead,
): readonly Known[] {
  const above = namesAbove(key).flatMap((name) => {
    const subject = subjectOf(connection, name, bulk);
    if (subject === undefined) return answers.has(name) ? [{ name, statements: [] }] : [];
    return [
      { name, statements: bulk?.statementsAbove(subject) ?? getEffectiveStatements(connection, subject, false, true) },
    ];
  });
  if (above.length === 0) return [];
  const own = subjectOf(connection, key, bulk);
  // A list may have removed the name, and still have a rule for one above it. A name that the user retired stays
  // retired.
  const said = own === undefined ? [] : getStatements(connection, own, false);
  const decided = new Set(said.filter(isCurrent).map(sourceKey));
  const rules: { readonly of: string; readonly isRetired: boolean; readonly known: Known | undefined }[] = [];
  const contexts: Known[] = [];
  for (const { name, statements } of above) {
    for (const each of statements) {
      const known = listedBelow(each, name, key);
      const { reach, retired: isRetired } = each.record;
      if (known === undefined) contexts.push(...contextsBelow(each, key));
      else rules.push({ of: sourceKey(each), isRetired, known: reach === 'none' ? undefined : known });
    }
  }
  const found = rules
    .toSorted((a, b) => Number(a.isRetired) - Number(b.isRetired))
    .flatMap(({ of, known }) => {
      if (decided.has(of)) return [];
      decided.add(of);
      return known ?? [];
    });
  const known = [...found, ...contexts];
  for (const each of about) if (isKnown(each) && each.source.urls === undefined) decided.add(sourceKey(each));
  const parents = above.map(({ name, statements }) => ({
    name,
    // In a list of such a form, an entry for the name alone isn't about those below.
    statements: [
      ...statements.filter((each) => isAboutItself(each) && each.saysReach !== true).map(knownOf),
      ...(answers.get(name) ?? []),
    ],
  }));
  const ofParent = statementsOfParent(key, about, known, parents);
  return [...known, ...ofParent.filter((each) => !decided.has(sourceKey(each)))];
}

/** Whether a statement is about its name itself, and not only about its subdomains. */
function isAboutItself({ record: { reach } }: Pick<Known, 'record'>): boolean {
  return reach === undefined || reach === 'all';
}

/** Whether a statement decides about the name, so that rules for names above it don't. */
function isCurrent({ record: { reach, retired } }: Known): boolean {
  return reach !== 'below' && !retired;
}

/** The statement as one about a subdomain; undefined if it is only about the name itself. */
function listedBelow(each: Known, name: string, key: string): Known | undefined {
  const { reach } = each.record;
  if (reach === undefined || !canReachBelow(name)) return undefined;
  const record = { ...omit(each.record, 'reach', 'iid', 'qid'), value: key };
  return { ...knownOf(each), source: { ...each.source, range: `*.${name}` }, record };
}

/** Descriptions of a name by lists of known services that have a name above it with all its subdomains. */
function contextsBelow(each: Known, key: string): readonly Known[] {
  const contexts = (each.record.contexts ?? []).filter(({ below }) => below === true);
  if (contexts.length === 0) return [];
  const record = { ...emptyRecord(key, 'domain'), contexts, ...creditsField(each.record.credits ?? []) };
  return [{ ...knownOf(each), record }];
}
