import type { IndicatorRecord, RiskFactor } from '../../records/record';
import { riskRank } from '../../records/risk';
import { packAssertion, unpackRecord } from '../sqlite/body';
import { getBody } from '../sqlite/bodyTemplates';
import { type Connection, text } from '../sqlite/sqlite';
import { redateIndicator } from '../statements/changeDates';
import { getRisk } from '../statements/links';
import { subjectByIid } from '../statements/statements';
import { remerge, type SourceContext } from './assertions';

/** The start of the reason that {@link rateByThreat} adds. */
const linkReasonPrefix = 'Linked to ';

/**
 * Rates an indicator without a risk of its own by the linked threat with the highest risk, regardless of their order.
 */
export function rateByThreat(connection: Connection, sourceContext: SourceContext, iid: number): void {
  const row = connection.get('SELECT body FROM assertion WHERE iid = ? AND source_id = ?', iid, sourceContext.id);
  const body = getBody(connection, text(row?.body));
  // Most indicators have a risk; parsing each one would take longer than the import itself.
  if (!body.includes('"unknown"') && !body.includes(`"${linkReasonPrefix}`)) return;
  const subject = subjectByIid(connection, iid);
  if (subject === undefined) return;
  const record = unpackRecord(body, subject.value, subject.type);
  const threats = connection.all(
    `SELECT t.name, a.risk FROM threat_link l JOIN threat t ON t.tid = l.tid
     JOIN threat_assertion a ON a.tid = l.tid AND a.source_id = l.source_id
     WHERE l.iid = ? AND l.source_id = ? ORDER BY a.risk DESC, t.name`,
    iid,
    sourceContext.id,
  );
  const linkReasons = new Set(threats.map((row) => linkReasonPrefix + text(row.name)));
  const own = record.riskFactors.filter(({ description }) => !linkReasons.has(description));
  if (record.risk !== 'unknown' && own.length === record.riskFactors.length) return;
  const [worst] = threats;
  const risk = getRisk(worst?.risk);
  if (riskRank(risk) === 0) return;
  const factor: RiskFactor = { description: linkReasonPrefix + text(worst?.name), risk };
  const rated: IndicatorRecord = { ...record, risk, riskFactors: [...own, factor] };
  const packed = packAssertion(rated);
  if (packed === body) return;
  connection.run('INSERT OR IGNORE INTO own_name (kind, name) VALUES (?, ?)', 'riskfactor', factor.description);
  connection.run('UPDATE assertion SET body = ? WHERE iid = ? AND source_id = ?', packed, iid, sourceContext.id);
  redateIndicator(connection, iid, sourceContext.id);
  remerge(connection, subject);
}
