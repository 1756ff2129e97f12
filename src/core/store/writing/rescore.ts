import { lookupKey, parseIndicator } from '../../indicators';
import type { IndicatorRecord } from '../../records/record';
import { getLevel } from '../../records/risk';
import type { ScanFacts } from '../../records/scan';
import { type Evidence, scoreRisk } from '../../risk';
import { packAssertion } from '../sqlite/body';
import { getStatements, type Subject } from '../statements/statements';
import { getRisk } from '../statements/links';
import { type SourceStatement, retiredBySources } from '../statements/merge';
import { assignNameIds } from '../statements/records';
import { redateIndicator } from '../statements/changeDates';
import { type Connection, integer, text } from '../sqlite/sqlite';
import { omit } from '../statements/omit';

/** Facts that scans learned about an indicator, as they were scored. */
export interface LearnedFacts {
  readonly asOf: number;
  readonly looked: boolean;
  /** Stored because of a scan (`submit` 1), or would have been. */
  readonly stored: boolean;
  readonly facts: ScanFacts;
}

/** Reads the facts that scans learned about an indicator. */
export function getLearnedFacts(connection: Connection, iid: number): LearnedFacts | undefined {
  const row = connection.get('SELECT as_of, looked, stored, facts FROM finding WHERE iid = ?', iid);
  if (row === undefined) return undefined;
  return {
    asOf: integer(row.as_of) ?? 0,
    looked: row.looked === 1,
    stored: row.stored === 1,
    facts: JSON.parse(text(row.facts)) as ScanFacts,
  };
}

/** Saves what a scan has learned, replacing earlier facts. */
export function saveLearnedFacts(
  connection: Connection,
  iid: number,
  { asOf, looked, stored, facts }: LearnedFacts,
): void {
  connection.run(
    `INSERT INTO finding (iid, as_of, looked, stored, facts) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (iid) DO UPDATE SET as_of = excluded.as_of, looked = excluded.looked, stored = excluded.stored,
       facts = excluded.facts`,
    iid,
    asOf,
    looked ? 1 : 0,
    stored ? 1 : 0,
    JSON.stringify(facts),
  );
}

/** All evidence for a score: the statements of other sources about the indicator, and the facts of a scan. */
export function evidenceFor(
  connection: Connection,
  record: IndicatorRecord,
  statements: readonly SourceStatement[],
  learned: Pick<LearnedFacts, 'asOf' | 'looked' | 'facts'>,
): Evidence {
  const others = statements.filter(({ source }) => source.kind !== 'scan' && source.kind !== 'user');
  return {
    indicator: { type: record.type, value: record.value },
    ...learned,
    ratings: others.map(({ source, record: { risk, retired } }) => ({ source: source.name, risk, retired })),
    threats: others.flatMap(({ record: { threats } }) =>
      threats.map(({ name, risk }) => ({ name, risk: getLevel(risk) })),
    ),
    feeds: others.flatMap(({ record: { feeds } }) => feeds),
    redirects: record.redirects.to.flatMap(({ value }) => {
      const indicator = parseIndicator(value);
      if (indicator === undefined) return [];
      const row = connection.get('SELECT risk FROM indicator WHERE key = ?', lookupKey(indicator));
      return [{ indicator, risk: getRisk(row?.risk) }];
    }),
  };
}

/** A record with the risk that its evidence recommends. */
export function scored(record: IndicatorRecord, evidence: Evidence): IndicatorRecord {
  const { risk, factors } = scoreRisk(evidence);
  return { ...record, risk, riskRecommended: risk, riskFactors: factors };
}

/** A scan that isn't a submission keeps an indicator retired if the sources do. */
function withRetirement(record: IndicatorRecord, statements: readonly SourceStatement[]): IndicatorRecord {
  const retirement = retiredBySources(statements);
  const { at } = retirement ?? {};
  const timestamps = { ...omit(record.timestamps, 'retired'), ...(at === undefined ? {} : { retired: at }) };
  return { ...record, retired: retirement !== undefined, timestamps };
}

/** Updates the score of an indicator's scan with the current statements of other sources. */
export function rescore(connection: Connection, subject: Subject): void {
  const learned = getLearnedFacts(connection, subject.iid);
  if (learned === undefined) return;
  const statements = getStatements(connection, subject, true);
  const scan = statements.find(({ source }) => source.kind === 'scan')?.record;
  if (scan === undefined) return;
  const record = withRetirement(scored(scan, evidenceFor(connection, scan, statements, learned)), statements);
  const body = packAssertion(record);
  if (body === packAssertion(scan)) return;
  assignNameIds(connection, lookupKey(subject), record);
  connection.run(
    `UPDATE assertion SET body = ? WHERE iid = ? AND source_id IN (SELECT id FROM source WHERE kind = 'scan')`,
    body,
    subject.iid,
  );
  for (const { id } of connection.all("SELECT id FROM source WHERE kind = 'scan'"))
    redateIndicator(connection, subject.iid, integer(id));
}

/** Whether only a scan mentions an indicator that it didn't store: the sources that it refreshed are deleted. */
export function isOrphaned(connection: Connection, { iid }: Subject, statements: readonly SourceStatement[]): boolean {
  return statements.every(({ source }) => source.kind === 'scan') && getLearnedFacts(connection, iid)?.stored === false;
}
